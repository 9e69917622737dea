import EditIcon from '@mui/icons-material/EditOutlined'
import { Button, IconButton, ListItemIcon, MenuItem, MenuList, Paper, Stack, Tab, Tabs } from '@mui/material'
import { useState } from 'react'
import { Pager } from '../../admin/components/Pager'
import { SectionCard } from '../../admin/components/SectionCard'
import { PageHelpButton } from '../../admin/help/PageHelpButton'
import { askConfirmation, showWarning } from '../../browser/dialogs/dialogs'
import { sample } from './sample'

/** Renders buttons of each importance, colour and state. */
export const ButtonParts = () => (
  <SectionCard title="按鈕" aside={<PageHelpButton resource={sample} />}>
    {(['primary', 'error'] as const).map((color) => (
      <Stack key={color} direction="row" sx={{ flexWrap: 'wrap', gap: 1, mb: 1 }}>
        {(['contained', 'outlined', 'text'] as const).map((variant) => (
          <Button key={variant} variant={variant} color={color}>
            {variant}
          </Button>
        ))}
        <Button variant="contained" color={color} disabled>
          不能使用
        </Button>
        <Button variant="outlined" color={color} startIcon={<EditIcon />}>
          有圖示
        </Button>
        <IconButton aria-label="只有圖示" color={color}>
          <EditIcon />
        </IconButton>
      </Stack>
    ))}
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
      <button type="button" className="button">
        公開網站
      </button>
      <button type="button" className="button button-plain">
        次要
      </button>
      <button type="button" className="button button-danger">
        刪除
      </button>
      <button type="button" className="button" disabled>
        不能使用
      </button>
    </Stack>
  </SectionCard>
)

/** Renders tabs and the pagination. */
export const TabParts = () => {
  const [tab, setTab] = useState(0)
  const [page, setPage] = useState(2)
  return (
    <SectionCard title="頁籤與分頁">
      <Tabs value={tab} onChange={(_, next: number) => setTab(next)} aria-label="帳單狀態">
        <Tab label="全部 137" />
        <Tab label="未繳 40" />
        <Tab label="不能選" disabled />
      </Tabs>
      <Pager page={page} perPage={20} total={137} onPage={setPage} unit="張" />
    </SectionCard>
  )
}

/** Renders an open menu. */
export const MenuParts = () => (
  <SectionCard title="選單">
    <Paper elevation={3} sx={{ width: 220 }}>
      <MenuList aria-label="更多">
        <MenuItem>
          <ListItemIcon>
            <EditIcon fontSize="small" />
          </ListItemIcon>
          修改
        </MenuItem>
        <MenuItem selected>寄送通知</MenuItem>
        <MenuItem disabled>不能使用</MenuItem>
        <MenuItem sx={{ color: 'error.main' }}>作廢</MenuItem>
      </MenuList>
    </Paper>
  </SectionCard>
)

/** Renders buttons that open each kind of dialog. */
export const DialogParts = () => (
  <SectionCard title="對話框">
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
      <Button variant="outlined" onClick={() => void askConfirmation('確定要寄送嗎？', { body: '共 12 張帳單。' })}>
        詢問
      </Button>
      <Button
        variant="outlined"
        onClick={() => void askConfirmation('確定要作廢嗎？', { body: '作廢後無法復原。', danger: true })}
      >
        危險的詢問
      </Button>
      <Button variant="outlined" onClick={() => void showWarning('3 張帳單沒有寄送。', '電子郵件空白。')}>
        提醒
      </Button>
    </Stack>
  </SectionCard>
)
