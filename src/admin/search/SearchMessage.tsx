import { Box, Button } from '@mui/material'
import { textSizes } from '../../browser/theme/type-scale'
import { searchLength } from '../../contract/search'
import { usePortal } from '../portal'
import type { SearchState } from './use-search'

interface SearchMessageProps {
  readonly keyword: string
  readonly state: SearchState
  /** The number of pages and records that are found. */
  readonly count: number
  /** Pages on which the user can find nobody by name before they give a reason. */
  readonly pagesWithoutNames: readonly string[]
  readonly onRetry: () => void
  readonly onGiveReason: () => void
}

/** Renders what the search does, has not found, or needs. */
export const SearchMessage = (props: SearchMessageProps) => {
  const { state, pagesWithoutNames, onRetry, onGiveReason } = props
  const { schemas } = usePortal()
  const labels = pagesWithoutNames.filter((page) => schemas.has(page)).map((page) => schemas.get(page).label)
  const messages = messagesOf(props)
  if (messages.length === 0 && labels.length === 0) return null
  return (
    <Box sx={{ px: 2.5, py: 1.5, color: 'text.secondary', fontSize: textSizes.small, '& p': { m: 0, py: 0.25 } }}>
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
      {state === 'failed' && <MessageButton text="重試" onClick={onRetry} />}
      {labels.length > 0 && (
        <>
          <p>要依姓名搜尋「{labels.join('」「')}」，請先輸入查看事由。</p>
          <MessageButton text="輸入事由" onClick={onGiveReason} />
        </>
      )}
    </Box>
  )
}

const MessageButton = ({ text, onClick }: { text: string; onClick: () => void }) => (
  <Button size="small" variant="outlined" onClick={onClick} sx={{ mt: 1, minHeight: 44 }}>
    {text}
  </Button>
)

const messagesOf = ({
  keyword,
  state,
  count,
}: Pick<SearchMessageProps, 'keyword' | 'state' | 'count'>): readonly string[] => {
  if (keyword === '')
    return state === 'pages'
      ? ['輸入頁面的名稱，即可直接開啟。']
      : ['輸入頁面名稱、帳單編號、虛擬帳號或帳號末 4 至 6 碼、繳款人代號或姓名。', '按 Ctrl+K 或 / 可隨時開啟搜尋。']
  if (state === 'short') return [`輸入 ${searchLength.min} 個字以上，即可搜尋帳單、繳款人等資料。`]
  if (state === 'loading') return ['搜尋中…']
  if (state === 'failed') return ['資料無法搜尋，目前只列出頁面。請檢查網路後再試。']
  return count > 0 ? [] : [`找不到「${keyword}」。`, '請確認號碼或姓名是否正確，或到各頁面以更多條件查詢。']
}
