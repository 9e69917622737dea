import LockIcon from '@mui/icons-material/LockOutlined'
import { MessagePanel } from '../parts/MessagePanel'
import { HomeButton } from './AdminNotFound'

/** A page that the user's role does not have. */
export const AdminDenied = () => (
  <MessagePanel
    page
    icon={<LockIcon color="disabled" sx={{ fontSize: 56 }} />}
    title="沒有使用權限"
    text="您的角色不能使用此功能。如有需要，請洽貴公司的管理者設定權限。"
    action={<HomeButton />}
  />
)
