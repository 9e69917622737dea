import { Box, Button, TextField, Typography } from '@mui/material'
import { countText } from '../../browser/format'
import type { ImportFileColumn, ImportMapping } from '../../contract/imports'
import type { ImportColumn, ImportSpec } from '../../schema/language/import'
import { StepCard } from './StepCard'
import type { StepProps } from './use-import'

/** Which column of the file fills which field; titles that are known have been taken already. */
export const MappingStep = ({ spec, journey }: StepProps) => {
  const columns = journey.preview?.Columns ?? []
  const lacking = spec.columns.filter(({ field, required }) => required && journey.mapping[field] === undefined)
  const unused = columns.filter(({ Place, Title }) => Title !== '' && !Object.values(journey.mapping).includes(Place)).map(({ Title }) => `「${Title}」`)
  return (
    <StepCard
      title="對應欄位"
      actions={
        <>
          <Button variant="outlined" onClick={() => journey.go('file')}>
            重新選擇檔案
          </Button>
          <Button variant="contained" disabled={lacking.length > 0} loading={journey.busy} onClick={() => void journey.check()}>
            檢查資料
          </Button>
        </>
      }
    >
      <Typography color="textSecondary">
        檔案「{journey.preview?.FileName}」有 {countText(journey.preview?.TotalCount ?? 0)} 筆資料。請確認每個欄位由檔案的哪一欄填入，有 * 的一定要有。
      </Typography>
      <Box component="ul" aria-label="欄位對應" sx={list}>
        {offered(spec, journey.mapping).map((column) => (
          <Box component="li" key={column.field} sx={line}>
            <ColumnSelect column={column} columns={columns} journey={journey} />
            <Samples columns={columns} place={journey.mapping[column.field]} />
          </Box>
        ))}
      </Box>
      <Typography role="status" color={lacking.length > 0 ? 'error' : 'textSecondary'}>
        {lacking.length > 0
          ? `還要選擇：${lacking.map(({ title }) => title).join('、')}。`
          : unused.length > 0
            ? `檔案中的${unused.join('、')}不會匯入。`
            : '檔案的每一欄都有對應。'}
      </Typography>
    </StepCard>
  )
}

// A native select: files may have many columns, and phones show native selects best.
const ColumnSelect = ({ column, columns, journey }: { column: ImportColumn; columns: readonly ImportFileColumn[]; journey: StepProps['journey'] }) => (
  <TextField
    select
    fullWidth
    size="small"
    label={`${column.title}${column.required ? ' *' : ''}`}
    value={journey.mapping[column.field] ?? ''}
    error={column.required && journey.mapping[column.field] === undefined}
    onChange={({ target }) => journey.map(column.field, target.value === '' ? null : Number(target.value))}
    slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
  >
    <option value="">不匯入</option>
    {columns.map(({ Place, Title }) => (
      <option key={Place} value={Place}>
        {Title || `第 ${Place + 1} 欄`}
      </option>
    ))}
  </TextField>
)

/** Columns to choose: of the lines of a list those that are filled and one more, for most files have far fewer than there is room for. */
const offered = ({ columns }: ImportSpec, mapping: ImportMapping): readonly ImportColumn[] => {
  const isOffered = ({ line }: ImportColumn): boolean => {
    if (!line) return true
    const filled = columns.filter((other) => other.line?.list === line.list && other.field in mapping)
    return line.index <= Math.max(-1, ...filled.map((other) => other.line?.index ?? 0)) + 1
  }
  return columns.filter(isOffered)
}

const Samples = ({ columns, place }: { columns: readonly ImportFileColumn[]; place: number | undefined }) => {
  const samples = columns.find(({ Place }) => Place === place)?.Samples ?? []
  return (
    <Typography color="textSecondary" sx={{ fontSize: '0.875rem', overflowWrap: 'anywhere' }}>
      {samples.length > 0 ? `例：${samples.join('、')}` : place === undefined ? '' : '前幾列沒有內容'}
    </Typography>
  )
}

const list = { m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }
const line = { display: 'grid', gap: { xs: 0.5, md: 2 }, gridTemplateColumns: { xs: '1fr', md: 'minmax(0, 320px) minmax(0, 1fr)' }, alignItems: 'center' }
