import { sql } from 'kysely'
import type { Overview } from '../../contract/call-responses'
import { isBusinessDay } from '../../domain/dates/business-days'
import { addDays } from '../../domain/dates/dates'
import { type EnumCode, enumText } from '../../domain/enums'
import type { Call } from '../call'
import { contextOf, todayOf } from '../context'
import { channelOfAgency } from '../payments/kinds/store'
import type { ExpectedBankFile } from '../ports'
import { dayStart } from './amounts'

type BankFiles = NonNullable<Overview['BankFiles']>
type FileStatus = EnumCode<'BankFileStatus'>

/** The files of one layout, sender and status that arrived today. */
interface ReceivedFiles {
  readonly layout: string | null
  readonly sender: string | null
  readonly status: FileStatus
  readonly files: number
  readonly lines: number
}

/** Returns which of the expected bank files have arrived today. Nothing is expected on a holiday. */
export const readBankFiles = async (call: Call): Promise<BankFiles> => {
  const { ports } = call
  const Day = todayOf(contextOf(call))
  const { rows } = await sql<ReceivedFiles>`
    select f.layout, f.file_sender as sender, f.import_status as status, count(*)::bigint as files,
      coalesce(sum(f.line_count), 0)::bigint as lines
    from bank_file f
    where f.upload_time >= ${dayStart(Day)} and f.upload_time < ${dayStart(addDays(Day, 1))}
    group by 1, 2, 3`.execute(ports.db)
  const isOpen = isBusinessDay(Day, await holidaysOn(call, Day))
  const { settings, layouts } = ports
  const expectedFiles = isOpen ? settings.expectedBankFiles : []
  return {
    Day,
    IsBusinessDay: isOpen,
    ReceivedCount: countOf(rows),
    OtherCount: countOf(rows.filter((file) => !expectedFiles.some((expected) => isExpected(expected, file)))),
    FailedCount: countOf(rows.filter(({ status }) => status === 'Failed')),
    HeldCount: countOf(rows.filter(({ status }) => status === 'Held')),
    Expected: expectedFiles.map((expected) =>
      expectedFile(expected, rows, layouts[expected.layout]?.label ?? expected.layout),
    ),
  }
}

const holidaysOn = async ({ ports }: Call, day: string): Promise<ReadonlySet<string>> => {
  const rows = await ports.db.selectFrom('holiday').select('holiday_date').where('holiday_date', '=', day).execute()
  return new Set(rows.map(({ holiday_date }) => holiday_date))
}

const isExpected = ({ layout, channel }: ExpectedBankFile, file: ReceivedFiles): boolean =>
  file.layout === layout && (channel === null || channelOfAgency(file.sender ?? '') === channel)

const expectedFile = (
  expected: ExpectedBankFile,
  received: readonly ReceivedFiles[],
  label: string,
): BankFiles['Expected'][number] => {
  const { layout, channel } = expected
  const files = received.filter((file) => isExpected(expected, file))
  const succeeded = files.filter(({ status }) => status === 'Succeeded')
  return {
    Layout: layout,
    ChannelId: channel,
    Name: channel === null ? label : `${label}（${enumText('Channel', channel)}）`,
    State: bestFirst.find((state) => files.some(({ status }) => status === state)) ?? 'Missing',
    FileCount: countOf(files),
    LineCount: succeeded.reduce((sum, { lines }) => sum + lines, 0),
  }
}

/** The states of a file. If several files arrived, the first of these states is shown. */
const bestFirst: readonly FileStatus[] = [
  'Succeeded',
  'PendingRelease',
  'Held',
  'Processing',
  'Pending',
  'Failed',
  'Refused',
]

const countOf = (files: readonly ReceivedFiles[]): number => files.reduce((sum, file) => sum + file.files, 0)
