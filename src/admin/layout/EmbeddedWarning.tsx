import Box from '@mui/material/Box'
import { siteConfig } from '../../browser/config'

/** Says on every page that a real portal works on the embedded database, which is for trials: one machine, one process, its disk the only copy. */
export const EmbeddedWarning = () =>
  siteConfig().embeddedInProduction ? (
    <Box component="aside" aria-label="資料庫提醒" sx={look}>
      系統目前使用內嵌資料庫，僅適合試用或小量作業；正式營運請改用 PostgreSQL，並確認備份存放在另一台機器。
    </Box>
  ) : null

const look = { px: { xs: 2, md: 3 }, py: 1, color: 'var(--warning)', bgcolor: 'var(--warning-soft)', fontSize: '0.875rem', displayPrint: 'none' }
