import SearchOffIcon from '@mui/icons-material/SearchOff'
import { Button } from '@mui/material'
import { Link } from 'react-router-dom'
import { MessagePanel } from '../parts/MessagePanel'

/** Any path below /admin that is no page. */
export const AdminNotFound = () => (
  <MessagePanel
    page
    icon={<SearchOffIcon color="disabled" sx={{ fontSize: 56 }} />}
    title="找不到頁面"
    text="網址輸入錯誤，或連結已失效。請由左側選單選擇功能。"
    action={<HomeButton />}
  />
)

export const HomeButton = () => (
  <Button variant="contained" component={Link} to="/admin">
    回首頁
  </Button>
)
