/**
 * Checks the media of direct debits byte by byte.
 * The positions are those of the clearing house's, FISC's and the bank's own tables, and not read from
 * `schemas/layouts`.
 */

/** A field of a table: its name, first byte, length, and the form of its content. */
type FieldRow = readonly [name: string, start: number, length: number, content: RegExp]

interface Table {
  readonly length: number
  readonly header?: readonly FieldRow[]
  readonly detail: readonly FieldRow[]
  readonly trailer?: readonly FieldRow[]
}

const blank = /^ *$/
const digits = /^\d+$/
const leftAligned = /^(\S.*)? *$/
/** 0 and the year of the Republic of China, month, day. */
const rocDay = /^0[01]\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/
const day = /^20\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/
const time = /^([01]\d|2[0-3])([0-5]\d){2}$/

const tables = {
  AchP01: {
    length: 250,
    header: [
      ['BOF', 1, 3, /^BOF$/],
      ['CDATA', 4, 6, /^ACHP01$/],
      ['TDATE', 10, 8, rocDay],
      ['TTIME', 18, 6, time],
      ['SORG', 24, 7, digits],
      ['RORG', 31, 7, /^9990250$/],
      ['VERNO', 38, 3, /^V10$/],
      ['FILLER', 41, 210, blank],
    ],
    detail: [
      ['TYPE', 1, 1, /^N$/],
      ['TXTYPE', 2, 2, /^SD$/],
      ['TXID', 4, 3, digits],
      ['SEQ', 7, 8, digits],
      ['PBANK', 15, 7, digits],
      ['PCLNO', 22, 16, digits],
      ['RBANK', 38, 7, digits],
      ['RCLNO', 45, 16, digits],
      ['AMT', 61, 10, /^(?!0+$)\d+$/],
      ['RCODE', 71, 2, blank],
      ['SCHD', 73, 1, /^B$/],
      ['CID', 74, 10, leftAligned],
      ['PID', 84, 10, leftAligned],
      ['SID', 94, 6, blank],
      ['PDATE', 100, 8, blank],
      ['PSEQ', 108, 8, blank],
      ['PSCHD', 116, 1, blank],
      ['CNO', 117, 20, leftAligned],
      ['NOTE', 137, 40, leftAligned],
      ['MEMO', 177, 10, blank],
      ['CFEE', 187, 5, /^00000$/],
      ['NOTEB', 192, 20, blank],
      ['FILLER', 212, 39, blank],
    ],
    trailer: [
      ['EOF', 1, 3, /^EOF$/],
      ['CDATA', 4, 6, /^ACHP01$/],
      ['TDATE', 10, 8, rocDay],
      ['SORG', 18, 7, digits],
      ['RORG', 25, 7, /^9990250$/],
      ['TCOUNT', 32, 8, digits],
      ['TAMT', 40, 16, digits],
      ['YDATE', 56, 8, blank],
      ['FILLER', 64, 187, blank],
    ],
  },
  Fisc200: {
    length: 200,
    detail: [
      ['section', 1, 1, /^1$/],
      ['presenting unit', 2, 8, digits],
      ['receiving unit', 10, 8, digits],
      ['date', 18, 7, /^[01]\d\d(0[1-9]|1[0-2])\d\d$/],
      ['fee type', 25, 5, digits],
      ['sequence', 30, 10, digits],
      ['sign', 40, 1, /^\+$/],
      ['amount', 41, 13, /^(?!0+$)\d{11}00$/],
      ['unit section', 54, 1, /^1$/],
      ['unit code', 55, 8, leftAligned],
      ['actual date', 63, 7, blank],
      ['reply', 70, 4, blank],
      ['bank', 74, 7, digits],
      ['account', 81, 16, digits],
      ['id', 97, 10, leftAligned],
      ['write-off number', 107, 16, leftAligned],
      ['fee code', 123, 4, digits],
      ['bank area', 127, 20, blank],
      ['company area', 147, 54, blank],
    ],
  },
  BankOwn: {
    length: 120,
    header: [
      ['type', 1, 1, /^1$/],
      ['ApplyCode', 2, 8, leftAligned],
      ['debit date', 10, 8, day],
      ['created', 18, 14, /^20\d{12}$/],
      ['reserved', 32, 89, blank],
    ],
    detail: [
      ['type', 1, 1, /^2$/],
      ['ApplyCode', 2, 8, leftAligned],
      ['debit date', 10, 8, day],
      ['sequence', 18, 8, digits],
      ['bank', 26, 7, digits],
      ['account', 33, 16, digits],
      ['payer id', 49, 10, leftAligned],
      ['amount', 59, 11, /^(?!0+$)\d+$/],
      ['account no', 70, 16, leftAligned],
      ['result', 86, 2, blank],
      ['user number', 88, 20, leftAligned],
      ['reserved', 108, 13, blank],
    ],
    trailer: [
      ['type', 1, 1, /^3$/],
      ['ApplyCode', 2, 8, leftAligned],
      ['debit date', 10, 8, day],
      ['count', 18, 8, digits],
      ['total', 26, 14, digits],
      ['reserved', 40, 81, blank],
    ],
  },
  AchP02: {
    length: 120,
    detail: [
      ['SEQ', 1, 6, digits],
      ['TXID', 7, 3, digits],
      ['CID', 10, 10, leftAligned],
      ['RBANK', 20, 7, digits],
      ['RCLNO', 27, 14, digits],
      ['RID', 41, 10, leftAligned],
      ['USERNO', 51, 20, leftAligned],
      ['ADMARK', 71, 1, /^[AD]$/],
      ['DATE', 72, 8, rocDay],
      ['PBANK', 80, 7, digits],
      ['NOTE', 87, 20, blank],
      ['TYPE', 107, 1, /^N$/],
      ['RCODE', 108, 1, blank],
      ['LIMITAMT', 109, 8, /^0{8}$/],
      ['filler', 117, 4, blank],
    ],
  },
} satisfies Record<string, Table>

/** A file that a table describes. */
export type Medium = keyof typeof tables

/** The fields of a file as texts without blanks at their end. */
interface ReadMedium {
  readonly header: Readonly<Record<string, string>> | null
  readonly details: readonly Readonly<Record<string, string>>[]
  readonly trailer: Readonly<Record<string, string>> | null
}

/** Reads a file by its table. Throws an error at the first byte that the table does not allow. */
export const readMedium = (medium: Medium, bytes: Uint8Array): ReadMedium => {
  const table: Table = tables[medium]
  const text = Buffer.from(bytes).toString('latin1')
  if (!text.endsWith('\r\n')) throw new Error('The file does not end with a line break.')
  const lines = text.slice(0, -2).split('\r\n')
  const header = table.header ? lineOf(table, table.header, lines.shift(), 'header') : null
  const trailer = table.trailer ? lineOf(table, table.trailer, lines.pop(), 'trailer') : null
  const details = lines.map((line, index) => lineOf(table, table.detail, line, `detail ${index + 1}`))
  requireTotals(medium, trailer, details)
  return { header, details, trailer }
}

const lineOf = ({ length }: Table, fields: readonly FieldRow[], line: string | undefined, place: string) => {
  if (line?.length !== length) throw new Error(`The ${place} has ${line?.length} bytes, but must have ${length}.`)
  let end = 0
  const values: Record<string, string> = {}
  for (const [name, start, size, content] of fields) {
    if (start !== end + 1) throw new Error(`The table has a gap before ${name}.`)
    end = start + size - 1
    const bytes = line.slice(start - 1, end)
    if (!content.test(bytes)) throw new Error(`The ${place} has '${bytes}' as ${name}.`)
    values[name] = bytes.trimEnd()
  }
  if (end !== length) throw new Error(`The table ends at byte ${end}.`)
  return values
}

const totals = {
  AchP01: { count: 'TCOUNT', total: 'TAMT', amount: 'AMT', sequence: 'SEQ' },
  BankOwn: { count: 'count', total: 'total', amount: 'amount', sequence: 'sequence' },
  Fisc200: { count: '', total: '', amount: 'amount', sequence: 'sequence' },
  AchP02: { count: '', total: '', amount: '', sequence: 'SEQ' },
}

const requireTotals = (
  medium: Medium,
  trailer: ReadMedium['trailer'],
  details: readonly Readonly<Record<string, string>>[],
): void => {
  const { count, total, amount, sequence } = totals[medium]
  if (new Set(details.map((detail) => detail[sequence])).size !== details.length)
    throw new Error('A sequence number occurs twice.')
  if (!trailer) return
  const sum = details.reduce((result, detail) => result + Number(detail[amount]), 0)
  if (Number(trailer[count]) !== details.length || Number(trailer[total]) !== sum)
    throw new Error(`The trailer says ${trailer[count]} and ${trailer[total]}.`)
}
