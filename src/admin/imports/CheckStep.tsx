import { Alert, Button } from '@mui/material'
import { countText } from '../../browser/format'
import type { ImportResult } from '../../contract/imports'
import { BadRows } from './BadRows'
import { ErrorFileButton } from './ErrorFileButton'
import { Figures } from './Figures'
import { StepCard } from './StepCard'
import type { StepProps } from './use-import'

/** What the file would become; nothing is written yet. */
export const CheckStep = ({ resource, spec, journey }: StepProps) => {
  const { result } = journey
  if (!result) return null
  return (
    <StepCard title="檢查資料" actions={<Actions journey={journey} result={result} />}>
      <Alert severity={result.BadCount === 0 ? 'success' : result.GoodCount === 0 ? 'error' : 'warning'} role="status">
        {sentenceOf(result)}
      </Alert>
      <Figures
        figures={{
          總筆數: result.TotalCount,
          正確: result.GoodCount,
          有誤: result.BadCount,
          將新增: result.CreateCount,
          ...(spec.existing === 'update' ? { 將修改: result.UpdateCount } : {}),
        }}
      />
      {result.BadRows.length > 0 && <BadRows rows={result.BadRows} total={result.BadCount} aside={<ErrorFileButton resource={resource} result={result} />} />}
    </StepCard>
  )
}

const sentenceOf = ({ GoodCount, BadCount }: ImportResult): string => {
  if (BadCount === 0) return `${countText(GoodCount)} 筆資料都正確，可以匯入；目前還沒有寫入任何資料。`
  if (GoodCount === 0) return '沒有一筆資料是正確的，請依下表修正檔案後重新選擇。'
  return `${countText(BadCount)} 筆有誤。可以修正檔案後重新選擇，或先只匯入正確的 ${countText(GoodCount)} 筆；目前還沒有寫入任何資料。`
}

const Actions = ({ journey, result: { GoodCount, BadCount } }: Pick<StepProps, 'journey'> & { result: ImportResult }) => (
  <>
    <Button variant="outlined" onClick={() => journey.go('file')}>
      重新選擇檔案
    </Button>
    {journey.file && (
      <Button variant="outlined" onClick={() => journey.go('mapping')}>
        上一步
      </Button>
    )}
    {journey.file && GoodCount > 0 && (
      <Button variant="contained" loading={journey.busy} onClick={() => void journey.write(BadCount === 0 ? 'AllOrNothing' : 'GoodRows')}>
        {BadCount === 0 ? `匯入 ${countText(GoodCount)} 筆` : `只匯入正確的 ${countText(GoodCount)} 筆`}
      </Button>
    )}
  </>
)
