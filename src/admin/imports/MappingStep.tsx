import { Box, Button, TextField, Typography } from '@mui/material'
import { countText } from '../../browser/format'
import type { ImportFileColumn, ImportMapping } from '../../contract/imports'
import type { ImportColumn, ImportSpec } from '../../schema/language/import'
import { StepCard } from './StepCard'
import type { StepProps } from './use-import'

/** The step that maps columns of the file to fields; known titles are mapped automatically. */
export const MappingStep = ({ spec, wizard }: StepProps) => {
  const columns = wizard.preview?.Columns ?? []
  const missing = spec.columns.filter(({ field, required }) => required && wizard.mapping[field] === undefined)
  const unused = columns.filter(({ Place, Title }) => Title !== '' && !Object.values(wizard.mapping).includes(Place)).map(({ Title }) => `「${Title}」`)
  return (
    <StepCard
      title="對應欄位"
      actions={
        <>
          <Button variant="outlined" onClick={() => wizard.goTo('file')}>
            重新選擇檔案
          </Button>
          <Button variant="contained" disabled={missing.length > 0} loading={wizard.busy} onClick={() => void wizard.check()}>
            檢查資料
          </Button>
        </>
      }
    >
      <Typography color="textSecondary">
        檔案「{wizard.preview?.FileName}」有 {countText(wizard.preview?.TotalCount ?? 0)} 筆資料。請確認每個欄位由檔案的哪一欄填入，有 * 的一定要有。
      </Typography>
      <Box component="ul" aria-label="欄位對應" sx={listStyles}>
        {offeredColumns(spec, wizard.mapping).map((column) => (
          <Box component="li" key={column.field} sx={lineStyles}>
            <ColumnSelect column={column} columns={columns} wizard={wizard} />
            <Samples columns={columns} place={wizard.mapping[column.field]} />
          </Box>
        ))}
      </Box>
      <Typography role="status" color={missing.length > 0 ? 'error' : 'textSecondary'}>
        {missing.length > 0
          ? `還要選擇：${missing.map(({ title }) => title).join('、')}。`
          : unused.length > 0
            ? `檔案中的${unused.join('、')}不會匯入。`
            : '檔案的每一欄都有對應。'}
      </Typography>
    </StepCard>
  )
}

// A native select: files may have many columns, and phones show native selects best.
const ColumnSelect = ({ column, columns, wizard }: { column: ImportColumn; columns: readonly ImportFileColumn[]; wizard: StepProps['wizard'] }) => (
  <TextField
    select
    fullWidth
    size="small"
    label={`${column.title}${column.required ? ' *' : ''}`}
    value={wizard.mapping[column.field] ?? ''}
    error={column.required && wizard.mapping[column.field] === undefined}
    onChange={({ target }) => wizard.mapField(column.field, target.value === '' ? null : Number(target.value))}
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

/** Returns the columns that can be mapped: of a list field, those of the mapped items and of one more, because most files have far fewer items than the maximum. */
const offeredColumns = ({ columns }: ImportSpec, mapping: ImportMapping): readonly ImportColumn[] => {
  const isOffered = ({ item }: ImportColumn): boolean => {
    if (!item) return true
    const filled = columns.filter((other) => other.item?.list === item.list && other.field in mapping)
    return item.index <= Math.max(-1, ...filled.map((other) => other.item?.index ?? 0)) + 1
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

const listStyles = { m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }
const lineStyles = { display: 'grid', gap: { xs: 0.5, md: 2 }, gridTemplateColumns: { xs: '1fr', md: 'minmax(0, 320px) minmax(0, 1fr)' }, alignItems: 'center' }
