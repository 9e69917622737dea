import { Alert, Box, Stack, Typography } from '@mui/material'
import { countText } from '../../browser/format'
import { textSizes } from '../../browser/theme/type-scale'
import { maxBulkRecords } from '../../contract/envelope'
import type { PartOfQuery } from '../screens'

/** A record in the preview of a bulk action. */
export interface PreviewedRecord {
  readonly id: string
  readonly name: string
  /** What is shown beside the name of an accepted record, such as the recipient of a message. */
  readonly text?: string
  /** Why the action does not apply to the record; null if it does. */
  readonly refusal: string | null
}

interface BulkPreviewProps {
  readonly records: readonly PreviewedRecord[]
  /** The counter of the records, such as 張. */
  readonly unit: string
  /** The question or statement above the accepted records, for their number as text. */
  readonly question: (count: string) => string
  /** What happens to the accepted records, such as 列印繳款單; the sentence about the others begins with 不能. */
  readonly verb: string
  readonly acceptedLabel: string
  readonly refusedLabel: string
  /** Set if the records are only some of those that a query finds. */
  readonly part?: PartOfQuery | undefined
}

/** Renders what a bulk action will do: the records to which it applies, and the others with the reasons. */
export const BulkPreview = (props: BulkPreviewProps) => {
  const { records, unit, question, verb, acceptedLabel, refusedLabel, part } = props
  const accepted = records.filter(({ refusal }) => refusal === null)
  return (
    <Stack spacing={2}>
      {part && (
        <Alert severity={part.hasMore ? 'warning' : 'info'}>
          {`查詢結果共 ${countText(part.found)} ${unit}，${part.hasMore ? `一次最多 ${countText(maxBulkRecords)} ${unit}。這次只處理前 ${countText(records.length)} ${unit}可以${verb}的；要處理其餘的，請縮小查詢條件，分次辦理。` : `其中可以${verb}的 ${countText(records.length)} ${unit}都會處理。`}`}
        </Alert>
      )}
      {accepted.length > 0 && (
        <>
          <Typography>{question(countText(accepted.length))}</Typography>
          <RecordList
            label={acceptedLabel}
            unit={unit}
            entries={accepted.map(({ id, name, text = '' }) => ({ id, name, text }))}
          />
        </>
      )}
      <RefusedRecords
        title={(count) => `不能${verb}的 ${count} ${unit}：`}
        label={refusedLabel}
        unit={unit}
        records={records.flatMap(({ name, refusal }) => (refusal === null ? [] : [{ name, reason: refusal }]))}
      />
    </Stack>
  )
}

/** A record for which an action failed or would fail, and why. */
interface RefusedRecord {
  readonly name: string
  readonly reason: string
}

interface RefusedRecordsProps {
  readonly title: (count: string) => string
  readonly label: string
  readonly unit: string
  readonly records: readonly RefusedRecord[]
}

/** Renders the records for which an action failed or would fail, grouped by the reasons. */
export const RefusedRecords = ({ title, label, unit, records }: RefusedRecordsProps) => {
  if (records.length === 0) return null
  return (
    <Alert severity="warning" sx={{ '& .MuiAlert-message': { flexGrow: 1, minWidth: 0 } }}>
      {title(countText(records.length))}
      <Box role="region" aria-label={label} tabIndex={0} sx={regionStyles}>
        <Stack component="ul" sx={listStyles}>
          {groupedByReason(records).map(({ reason, names }) => (
            <li key={reason}>
              <Box
                sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}
              >{`${reason}（${countText(names.length)} ${unit}）`}</Box>
              <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>{namesText(names, unit)}</Box>
            </li>
          ))}
        </Stack>
      </Box>
    </Alert>
  )
}

/** Returns the reasons with the names of their records, the most frequent reason first. */
export const groupedByReason = (
  records: readonly RefusedRecord[],
): readonly { readonly reason: string; readonly names: readonly string[] }[] => {
  const namesByReason = new Map<string, string[]>()
  for (const { name, reason } of records) namesByReason.set(reason, [...(namesByReason.get(reason) ?? []), name])
  return [...namesByReason]
    .map(([reason, names]) => ({ reason, names }))
    .toSorted((a, b) => b.names.length - a.names.length)
}

/** Maximum number of names in a group, and of records in a list; the rest are only counted. */
const maxNames = 10
const maxListed = 50

/** Returns names as a text of limited length, such as 甲、乙，另有 3 張. */
export const namesText = (names: readonly string[], unit: string): string =>
  textOfNames(names.slice(0, maxNames), names.length, unit)

/** Maximum number of records that a question about a destructive action names. */
const maxNamed = 5

/** Returns the names of the first records for a question about `count` of them, such as 「甲」、「乙」，另有 3 張. */
export const namedRecords = (names: readonly string[], unit: string, count = names.length): string =>
  textOfNames(
    names.slice(0, maxNamed).map((name) => `「${name}」`),
    count,
    unit,
  )

const textOfNames = (names: readonly string[], count: number, unit: string): string =>
  names.join('、') + (count > names.length ? `，另有 ${countText(count - names.length)} ${unit}` : '')

interface RecordListProps {
  readonly label: string
  readonly unit: string
  readonly entries: readonly { readonly id: string; readonly name: string; readonly text: string }[]
}

/** Renders records with a text for each, in a region of limited height. */
const RecordList = ({ label, unit, entries }: RecordListProps) => (
  <Box role="region" aria-label={label} tabIndex={0} sx={regionStyles}>
    <Stack component="ul" sx={listStyles}>
      {entries.slice(0, maxListed).map(({ id, name, text }) => (
        <Box component="li" key={id} sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
          <span>{name}</span>
          <Box component="span" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {text}
          </Box>
        </Box>
      ))}
      {entries.length > maxListed && <li>{`另有 ${countText(entries.length - maxListed)} ${unit}。`}</li>}
    </Stack>
  </Box>
)

const regionStyles = { maxHeight: 240, overflowY: 'auto' }
const listStyles = { m: 0, p: 0, listStyle: 'none', gap: 0.5, fontSize: textSizes.small }
