import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { countText, dateTimeText, money } from '../../src/browser/format'
import { type Import, isBusy } from './import'

/** How an upload ended, in a sentence and in numbers. */
export const ImportResult = ({ record }: { record: Import }) => (
  <Card component="section" aria-label="處理結果" sx={{ p: { xs: 2, md: 3 } }}>
    <Box aria-live="polite">
      {isBusy(record) ? (
        <>
          <Typography sx={{ mb: 1 }}>系統正在處理上傳的資料，完成後會自動更新；您也可以先離開這一頁。</Typography>
          <LinearProgress aria-label="處理中" />
        </>
      ) : (
        <Alert severity={severityOf[record.ImportStatus] ?? 'info'}>{sentenceOf(record)}</Alert>
      )}
    </Box>
    <Box component="dl" sx={{ m: 0, mt: 2, display: 'grid', gap: 2, gridTemplateColumns: { xs: 'repeat(2, 1fr)', md: 'repeat(4, 1fr)' } }}>
      <Figure name="總筆數" value={countText(record.TotalCount)} />
      <Figure name="成功筆數" value={countText(record.SuccessCount)} />
      <Figure name="失敗筆數" value={countText(record.FailCount)} />
      <Figure name="總金額" value={money(record.TotalAmount, record.CurrencyType)} />
      <Figure name="上傳人員" value={record.UploadUser ?? '－'} />
      <Figure name="上傳時間" value={dateTimeText(record.UploadTime)} />
      <Figure name="完成時間" value={dateTimeText(record.FinishTime) || '－'} />
    </Box>
  </Card>
)

const severityOf: Readonly<Record<string, 'success' | 'warning' | 'error'>> = { Succeeded: 'success', PartialFailed: 'warning', Failed: 'error' }

const sentenceOf = ({ ImportStatus, SuccessCount, FailCount, ErrorLog }: Import): string => {
  // Of the file as a whole, such as an import that was cancelled: there is nothing to mend row by row.
  const ofFile = ErrorLog?.find(({ ColumnName }) => ColumnName === '檔案')
  if (ofFile?.Message) return ofFile.Message
  if (ImportStatus === 'Succeeded') return `全部 ${countText(SuccessCount)} 筆資料已成為帳單。`
  if (ImportStatus === 'PartialFailed')
    return `${countText(SuccessCount)} 筆已成為帳單，${countText(FailCount)} 筆有誤未匯入；請依下表修正後，將這些資料另存新檔再上傳。`
  return '沒有任何資料匯入；請依下表修正後重新上傳整個檔案。'
}

const Figure = ({ name, value }: { name: string; value: string }) => (
  <Box>
    <Typography component="dt" color="textSecondary" sx={{ fontSize: '0.8125rem' }}>
      {name}
    </Typography>
    <Typography component="dd" sx={{ m: 0, fontWeight: 600, fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}>
      {value}
    </Typography>
  </Box>
)
