import type { SvgIconComponent } from '@mui/icons-material'
import ConstructionIcon from '@mui/icons-material/Construction'
import LockIcon from '@mui/icons-material/LockOutlined'
import SearchOffIcon from '@mui/icons-material/SearchOff'
import { Button, Card } from '@mui/material'
import { Component, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { reloadIfReachable, retryLoading } from '../../browser/recovery'
import { FailurePanel, MessagePanel } from '../components/MessagePanel'
import { useSchema } from '../portal'
import { PageHeader } from './PageHeader'

/** Renders the page for unknown paths below /admin. */
export const AdminNotFound = () => (
  <MessagePage Icon={SearchOffIcon} title="找不到頁面" text="網址輸入錯誤，或連結已失效。請由左側選單選擇功能。" />
)

/** Renders a message instead of a page that the user may not open. */
export const AdminDenied = () => (
  <MessagePage
    Icon={LockIcon}
    title="沒有使用權限"
    text="您的角色不能使用此功能。如有需要，請洽貴公司的管理者設定權限。"
  />
)

const MessagePage = ({ Icon, title, text }: { Icon: SvgIconComponent; title: string; text: string }) => (
  <MessagePanel
    isPage
    icon={<Icon color="disabled" sx={{ fontSize: 56 }} />}
    title={title}
    text={text}
    action={
      <Button variant="contained" component={Link} to="/admin">
        回首頁
      </Button>
    }
  />
)

/** Renders a message instead of a page or layout that failed to load or render. */
export const AdminFailure = () => (
  <FailurePanel
    title="畫面無法顯示"
    text="可能是網路中斷、網站剛更新，或程式發生錯誤。網路恢復後會自動重新載入，也可以按「重試」；若仍無法顯示，請洽服務窗口。"
    onRetry={retryLoading}
    onOnline={reloadIfReachable}
  />
)

/** Catches render errors of a page, so that menu and bar keep working. */
export class PageBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    return this.state.error ? <AdminFailure /> : this.props.children
  }
}

/** Renders a page whose calls the backend does not serve. */
export const UnservedPage = () => {
  const resource = useSchema()
  return (
    <>
      <PageHeader resource={resource} />
      <Card>
        <MessagePanel
          icon={<ConstructionIcon color="disabled" sx={{ fontSize: 56 }} />}
          title="此功能目前未提供"
          text={`本行的系統目前沒有提供「${resource.label}」，如需使用請洽本行服務窗口。`}
        />
      </Card>
    </>
  )
}
