import { Alert, Box, Button, Checkbox, FormControlLabel } from '@mui/material'
import { useCreatePath } from 'react-admin'
import { Link } from 'react-router-dom'
import { countText, moneyText } from '../../browser/format'
import type { ImportResult } from '../../contract/imports'
import type { ImportSpec } from '../../schema/language/import'
import { currencyField } from '../../schema/text/value-text'
import { DescriptionItem } from '../components/SectionCard'
import { BadRows, SkippedRows, Warnings } from './BadRows'
import { StepCard } from './StepCard'
import type { ImportStepProps } from './use-import'

/** Renders the step that shows the result of the check. At this point no row has been written. */
export const CheckStep = ({ resource, spec, wizard, actions }: ImportStepProps) => {
  const { result } = wizard
  if (!result) return null
  return (
    <StepCard title="檢查結果" actions={<CheckButtons wizard={wizard} result={result} actions={actions} />}>
      <Alert severity={severityOf(result)} role="status">
        {summaryOf(result)}
      </Alert>
      <Totals
        totals={{
          總筆數: countText(result.TotalCount),
          正確: countText(result.GoodCount),
          有誤: countText(result.BadCount),
          其中重複: countText(result.RepeatedCount),
          ...(result.SkippedCount === 0 ? {} : { 略過: countText(result.SkippedCount) }),
          ...(spec.action ? actionTotals(result) : recordTotals(result, spec)),
          ...(result.TotalAmount === null
            ? {}
            : { 正確的總金額: moneyText(result.TotalAmount, wizard.form[currencyField]) }),
        }}
      />
      {/* The result of a job that was started on another page has no file, so its rows cannot be checked again here. */}
      {wizard.file && (result.SkippedCount > 0 || wizard.includesEqual) && (
        <IncludeEqualRows wizard={wizard} resource={resource} />
      )}
      <RowLists resource={resource} result={result} />
    </StepCard>
  )
}

const recordTotals = ({ CreateCount, UpdateCount }: ImportResult, { onExisting }: ImportSpec) => ({
  將新增: countText(CreateCount),
  ...(onExisting === 'update' ? { 將修改: countText(UpdateCount) } : {}),
})

const actionTotals = ({ UnfilledCount, UpdateCount, PendingCount }: ImportResult) => ({
  沒有填寫: countText(UnfilledCount),
  將處理: countText(UpdateCount),
  ...(PendingCount > 0 ? { 其中待放行: countText(PendingCount) } : {}),
})

/**
 * Renders the choice to import the rows that equal recorded data as well.
 * A change checks the file again, because the rows count for the other rules then.
 */
const IncludeEqualRows = ({ wizard, resource }: Pick<ImportStepProps, 'wizard' | 'resource'>) => (
  <FormControlLabel
    control={<Checkbox checked={wizard.includesEqual} onChange={(_, checked) => void wizard.check(checked)} />}
    label={`一併匯入與已登錄的${resource.noun}相同的資料`}
  />
)

const RowLists = ({ resource, result }: Pick<ImportStepProps, 'resource'> & { result: ImportResult }) => (
  <>
    {result.BadRows.length > 0 && <BadRows resource={resource} result={result} />}
    {result.SkippedRows.length > 0 && <SkippedRows result={result} />}
    {result.Warnings.length > 0 && <Warnings warnings={result.Warnings} />}
  </>
)

const severityOf = ({
  GoodCount,
  BadCount,
  SkippedCount,
  Warnings: warnings,
}: ImportResult): 'success' | 'warning' | 'error' => {
  if (BadCount > 0) return GoodCount === 0 ? 'error' : 'warning'
  return warnings.length === 0 && SkippedCount === 0 ? 'success' : 'warning'
}

const summaryOf = ({ GoodCount, BadCount, SkippedCount, Warnings: warnings }: ImportResult): string => {
  const [good, skipped] = [
    countText(GoodCount),
    SkippedCount === 0 ? '' : `${countText(SkippedCount)} 筆與已登錄的資料相同，將略過`,
  ]
  if (BadCount === 0 && GoodCount === 0) return `沒有可以匯入的資料：${skipped}。`
  if (BadCount === 0 && skipped !== '') return `${good} 筆資料可以匯入，${skipped}；目前還沒有寫入任何資料。`
  if (BadCount === 0 && warnings.length > 0)
    return `${good} 筆資料都可以匯入，部分請留意下方的提醒；目前還沒有寫入任何資料。`
  if (BadCount === 0) return `${good} 筆資料都正確，可以匯入；目前還沒有寫入任何資料。`
  if (GoodCount === 0) return `沒有一筆資料是正確的，請依下表修正檔案後重新選擇。${skipped && `另有 ${skipped}。`}`
  return `${countText(BadCount)} 筆有誤${skipped && `，${skipped}`}。可以修正檔案後重新選擇，或先只匯入正確的 ${good} 筆；目前還沒有寫入任何資料。`
}

// The result of a job that was started on another page has no file, so its rows cannot be imported here.
const CheckButtons = ({
  wizard,
  result: { GoodCount, BadCount },
  actions,
}: Pick<ImportStepProps, 'wizard' | 'actions'> & { result: ImportResult }) => (
  <>
    <Button variant="outlined" onClick={() => wizard.goTo('file')}>
      重新選擇檔案
    </Button>
    {wizard.file && (
      <Button variant="outlined" onClick={() => wizard.goTo('mapping')}>
        上一步
      </Button>
    )}
    {wizard.file && GoodCount > 0 && actions}
    {wizard.file && GoodCount > 0 && (
      <Button
        variant="contained"
        loading={wizard.busy}
        onClick={() => void wizard.write(BadCount === 0 ? 'AllOrNothing' : 'GoodRows')}
      >
        {BadCount === 0 ? `匯入 ${countText(GoodCount)} 筆` : `只匯入正確的 ${countText(GoodCount)} 筆`}
      </Button>
    )}
  </>
)

const Totals = ({ totals }: { totals: Readonly<Record<string, string>> }) => (
  <Box
    component="dl"
    sx={{
      m: 0,
      display: 'grid',
      gap: 2,
      gridTemplateColumns: { xs: 'repeat(2, 1fr)', sm: 'repeat(3, 1fr)', md: 'repeat(6, 1fr)' },
    }}
  >
    {Object.entries(totals).map(([name, value]) => (
      <DescriptionItem key={name} name={name} size="1.125rem">
        {value}
      </DescriptionItem>
    ))}
  </Box>
)

/** Renders the last step: the number of imported rows, and the rows with errors. */
export const DoneStep = ({ resource, wizard }: ImportStepProps) => {
  const createPath = useCreatePath()
  const { result } = wizard
  if (!result) return null
  return (
    <StepCard
      title="完成"
      actions={
        <>
          <Button variant="outlined" onClick={() => wizard.goTo('file')}>
            再匯入一個檔案
          </Button>
          <Button variant="contained" component={Link} to={createPath({ resource: resource.name, type: 'list' })}>
            回清單
          </Button>
        </>
      }
    >
      <ImportOutcome resource={resource} result={result} />
    </StepCard>
  )
}

/** Renders what an import has written, and the rows that it has not written. */
export const ImportOutcome = ({ resource, result }: Pick<ImportStepProps, 'resource'> & { result: ImportResult }) => {
  const { BadCount, SkippedCount } = result
  return (
    <>
      <Alert severity={BadCount === 0 && SkippedCount === 0 ? 'success' : 'warning'} role="status">
        {resource.import?.action ? handledText(result) : writtenText(result)}
        {SkippedCount > 0 && `；${countText(SkippedCount)} 筆與已登錄的資料相同，已略過`}
        {BadCount > 0 ? `；${countText(BadCount)} 筆有誤沒有匯入，請下載錯誤檔修正後再匯入。` : '。'}
      </Alert>
      <RowLists resource={resource} result={result} />
    </>
  )
}

const writtenText = ({ CreateCount, UpdateCount }: ImportResult): string =>
  `已新增 ${countText(CreateCount)} 筆${UpdateCount > 0 ? `、修改 ${countText(UpdateCount)} 筆` : ''}`

const handledText = ({ UpdateCount, PendingCount, UnfilledCount }: ImportResult): string =>
  [
    `已處理 ${countText(UpdateCount)} 筆`,
    ...(PendingCount > 0 ? [`其中 ${countText(PendingCount)} 筆已提出，待另一人放行`] : []),
    ...(UnfilledCount > 0 ? [`${countText(UnfilledCount)} 列沒有填寫，沒有處理`] : []),
  ].join('；')
