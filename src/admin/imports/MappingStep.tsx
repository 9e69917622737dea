import { Box, Button, Stack, TextField, type Theme, Typography, useMediaQuery } from '@mui/material'
import { useState } from 'react'
import { countText } from '../../browser/format'
import { textSizes } from '../../browser/theme/type-scale'
import type { ImportFileColumn } from '../../contract/imports'
import type { ImportSpec } from '../../schema/language/import'
import type { Resource } from '../../schema/language/resource'
import { fieldNamed } from '../../schema/language/types'
import { type PlainColumn, PlainTable } from '../components/PlainTable'
import { StepCard } from './StepCard'
import type { FieldByColumn, ImportStepProps } from './use-import'

/**
 * Renders the step that maps columns of the file to fields.
 * The server suggests a mapping, based on the titles of the columns and the company's earlier mapping.
 */
export const MappingStep = ({ resource, spec, wizard, actions }: ImportStepProps) => {
  const shownTitles = titlesOfShownFields(resource, spec)
  const columns = (wizard.preview?.Columns ?? []).filter(({ Title }) => !shownTitles.includes(Title))
  const problems = mappingProblems(spec, wizard.fieldByColumn, columns.length)
  const unusedTitles = columns
    .filter(({ Place, Title }) => Title !== '' && !(Place in wizard.fieldByColumn))
    .map(({ Title }) => `「${Title}」`)
  return (
    <StepCard
      title="對應欄位"
      actions={
        <>
          <Button variant="outlined" onClick={() => wizard.goTo('file')}>
            上一步
          </Button>
          {problems.length === 0 && actions}
          <Button
            variant="contained"
            disabled={problems.length > 0}
            loading={wizard.busy}
            onClick={() => void wizard.check()}
          >
            檢查檔案
          </Button>
        </>
      }
    >
      <Typography color="textSecondary">
        檔案「{wizard.preview?.FileName}」有 {countText(wizard.preview?.TotalCount ?? 0)}{' '}
        筆資料。請確認檔案的每一欄要填入哪個資料欄位，有 *
        的一定要選到。您更正過的對應，下次上傳相同標題的檔案時會自動帶出。
      </Typography>
      <MappingTable columns={columns} spec={spec} wizard={wizard} />
      <Typography role="status" color={problems.length > 0 ? 'error' : 'textSecondary'}>
        {problems.length > 0
          ? problems.join('')
          : unusedTitles.length > 0
            ? `檔案中的${unusedTitles.join('、')}不會匯入。`
            : `檔案的每一欄都有對應${shownTitles.length > 0 ? '；只供參考的欄位不必對應' : ''}。`}
      </Typography>
    </StepCard>
  )
}

/** Returns the titles of the columns of a downloaded file that only show what the record contains. */
const titlesOfShownFields = ({ fields }: Resource, { action, columns }: ImportSpec): readonly string[] => {
  const titles = (action?.shown ?? []).flatMap((name) => fieldNamed(fields, name)?.label ?? [])
  return titles.filter((title) => !columns.some((column) => column.title === title))
}

/** Returns why a mapping cannot be used: a required field has no column, or a field has several columns. */
const mappingProblems = (
  { columns }: ImportSpec,
  fieldByColumn: FieldByColumn,
  fileColumns: number,
): readonly string[] => {
  const mappedFields = Object.values(fieldByColumn)
  const missing = columns
    .filter(({ field, required }) => required && !mappedFields.includes(field))
    .map(({ title }) => title)
  const repeated = columns.filter(({ field }) => isRepeated(fieldByColumn, field)).map(({ title }) => `「${title}」`)
  return [
    ...(missing.length > 0 ? [missingText(missing, fileColumns > new Set(mappedFields).size)] : []),
    ...(repeated.length > 0 ? [`${repeated.join('、')}選了不只一次，請只保留一欄。`] : []),
  ]
}

/**
 * Returns the sentence about required fields without a column.
 * The user can only select one if the file has another column.
 */
const missingText = (titles: readonly string[], hasOtherColumn: boolean): string =>
  hasOtherColumn ? `還要選擇：${titles.join('、')}。` : `檔案缺少「${titles.join('」、「')}」欄，請補上後重新選擇檔案。`

type MappingTableProps = Pick<ImportStepProps, 'spec' | 'wizard'> & { readonly columns: readonly ImportFileColumn[] }

const MappingTable = ({ columns, ...props }: MappingTableProps) => {
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'))
  const tableColumns: readonly PlainColumn<ImportFileColumn>[] = [
    { title: '檔案的標題', cell: titleOf, style: { whiteSpace: 'normal' } },
    {
      title: '前幾列的內容',
      cell: samplesOf,
      style: { whiteSpace: 'normal', overflowWrap: 'anywhere', color: 'var(--text-muted)' },
    },
    { title: '填入的欄位', cell: (column) => <FieldSelect column={column} {...props} />, style: { width: '45%' } },
  ]
  return isNarrow ? (
    <ColumnLists columns={columns} {...props} />
  ) : (
    <PlainTable label="欄位對應" columns={tableColumns} rows={columns} />
  )
}

/**
 * Renders the columns on a phone.
 * Columns that had no field when the step opened, or that share a field with another column, come first.
 * The others are collapsed.
 */
const ColumnLists = ({ columns, ...props }: MappingTableProps) => {
  const { fieldByColumn } = props.wizard
  // The initial mapping is used, so that a column does not move while the user selects its field.
  const [initialMapping] = useState(fieldByColumn)
  const needsAttention = ({ Place }: ImportFileColumn) =>
    !(Place in initialMapping) || isRepeated(fieldByColumn, fieldByColumn[Place])
  const attentionColumns = columns.filter(needsAttention)
  const otherColumns = columns.filter((column) => !needsAttention(column))
  return (
    <Stack spacing={2}>
      {attentionColumns.length > 0 && <ColumnList label="需要選擇的欄位" columns={attentionColumns} {...props} />}
      {otherColumns.length > 0 && (
        <Box
          component="details"
          sx={{ border: 1, borderColor: 'divider', borderRadius: 1, px: 2, '& > ul': { pb: 2 } }}
        >
          <Box component="summary" sx={{ py: 1.5, cursor: 'pointer' }}>
            已自動對應 {otherColumns.length} 欄
            <Typography
              component="span"
              color="textSecondary"
              sx={{ display: 'block', fontSize: textSizes.small, overflowWrap: 'anywhere' }}
            >
              {otherColumns.map(titleOf).join('、')}
            </Typography>
          </Box>
          <ColumnList label="已自動對應的欄位" columns={otherColumns} {...props} />
        </Box>
      )}
    </Stack>
  )
}

const ColumnList = ({ label, columns, ...props }: MappingTableProps & { readonly label: string }) => (
  <Stack component="ul" aria-label={label} spacing={2} sx={{ m: 0, p: 0, listStyle: 'none' }}>
    {columns.map((column) => (
      <Box component="li" key={column.Place}>
        <Typography sx={{ fontWeight: 600 }}>{titleOf(column)}</Typography>
        <Typography color="textSecondary" sx={{ fontSize: textSizes.small, mb: 0.5, overflowWrap: 'anywhere' }}>
          {samplesOf(column)}
        </Typography>
        <FieldSelect column={column} {...props} />
      </Box>
    ))}
  </Stack>
)

const isRepeated = (fieldByColumn: FieldByColumn, field = ''): boolean =>
  field !== '' && Object.values(fieldByColumn).filter((name) => name === field).length > 1

const titleOf = ({ Title, Place }: ImportFileColumn): string => Title || `第 ${Place + 1} 欄（沒有標題）`

const samplesOf = ({ Samples }: ImportFileColumn): string => Samples.join('、') || '前幾列沒有內容'

// A native select is used, because files may have many columns, and native selects are the easiest to use on a phone.
const FieldSelect = ({ column, spec, wizard }: Omit<MappingTableProps, 'columns'> & { column: ImportFileColumn }) => {
  const field = wizard.fieldByColumn[column.Place] ?? ''
  const isInvalid = isRepeated(wizard.fieldByColumn, field)
  return (
    <TextField
      select
      fullWidth
      size="small"
      value={field}
      error={isInvalid}
      onChange={({ target }) => wizard.mapColumn(column.Place, target.value)}
      slotProps={{
        select: { native: true },
        htmlInput: { 'aria-label': `「${titleOf(column)}」填入的欄位`, 'aria-invalid': isInvalid },
      }}
    >
      <option value="">不匯入</option>
      {spec.columns.map(({ field: name, title, required }) => (
        <option key={name} value={name}>
          {`${title}${required ? ' *' : ''}`}
        </option>
      ))}
    </TextField>
  )
}
