import { navigation } from '../../browser/navigation'
import { FailurePanel } from '../parts/FailurePanel'

/** What stands in place of a page, or of the frame around it, that broke while it was loaded or drawn. */
export const AdminFailure = () => (
  <FailurePanel title="畫面無法顯示" text="可能是網路中斷、網站剛更新，或程式發生錯誤。請重試；若仍無法顯示，請洽服務窗口。" onRetry={navigation.again} />
)
