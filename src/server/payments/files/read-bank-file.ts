import { Refusal } from '../../../domain/refusal'
import type { Layout, LayoutField } from '../../../schema/layouts/layout'
import {
  type BankFileLine,
  BankFileRefusal,
  type BankFileSummary,
  type BankFileTools,
  type Big5,
  type LineValues,
  positionText,
  signedNumber,
} from './bank-file'
import { contentHasher } from './content-hash'
import { type LineReader, lineReader, recognizeLine, resendAdvice } from './read-line'
import { contentTrimmer, lineSplitter } from './split-lines'
import { unreadFieldCounter } from './unread-fields'

/** Maximum number of lines of a bank file. */
export const maxBankFileLines = 1_000_000

interface ReadOptions extends BankFileTools {
  readonly maxLines?: number
}

/**
 * Yields the lines of a bank file and returns its summary at the end.
 * Memory is bounded by the longest chunk and one line.
 * Throws a refusal at the first mistake, which may be the last line: nothing of the file may take effect before the end
 * is reached.
 */
export async function* readBankFile(
  layout: Layout,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { maxLines = maxBankFileLines, ...tools }: ReadOptions,
): AsyncGenerator<BankFileLine, BankFileSummary> {
  const [file, hash, splitter, trimmed] = [
    fileReader(layout, tools.big5, maxLines),
    contentHasher(tools),
    lineSplitter(layout.length),
    contentTrimmer(),
  ]
  for await (const chunk of chunks) {
    hash.add(chunk)
    for (const bytes of splitter.add(trimmed(chunk))) yield file.read(bytes)
  }
  for (const bytes of splitter.end()) yield file.read(bytes)
  return { ...file.end(), hash: hash.hex() }
}

/** Reads a bank file to its end and returns its summary; throws a refusal if the file does not follow the layout. */
export const verifyBankFile = async (...input: Parameters<typeof readBankFile>): Promise<BankFileSummary> => {
  const lines = readBankFile(...input)
  for (;;) {
    const { done, value } = await lines.next()
    if (done) return value
  }
}

/** Returns functions that read the lines of a file one after the other, and that end the reading. */
const fileReader = (layout: Layout, big5: Big5, maxLines: number) => {
  const header = layout.header && lineReader({ part: 'header', kind: 'header' }, layout.header, big5)
  const details = Object.entries(layout.details).map(([kind, line]) => lineReader({ part: 'detail', kind }, line, big5))
  const trailer = layout.trailer && lineReader({ part: 'trailer', kind: 'trailer' }, layout.trailer, big5)
  const readersAfterHeader = trailer ? [...details, trailer] : details
  const [totals, unreadFields] = [totalsCounter(layout), unreadFieldCounter()]
  let lineNo = 0
  let headerValues: LineValues | null = null
  let hasTrailer = false

  const read = (bytes: string): BankFileLine => {
    lineNo += 1
    if (lineNo > maxLines)
      throw new Refusal('3002', `檔案超過 ${maxLines.toLocaleString('en-US')} 列，請分成數個檔案。`)
    refuseWrongLength(bytes, layout.length, lineNo)
    if (hasTrailer)
      throw new BankFileRefusal(`第 ${lineNo} 列在檔尾之後：檔尾必須是最後一列。${resendAdvice}`, lineNo, 1)
    const reader = recognizeLine(lineNo === 1 && header ? [header] : readersAfterHeader, bytes, lineNo)
    const { values, unread } = reader.read(bytes, lineNo)
    unreadFields.add(unread, lineNo)
    if (reader.part === 'header') headerValues = values
    if (reader.part === 'detail') totals.add(values, reader)
    if (reader.part === 'trailer') {
      hasTrailer = true
      refuseWrongTrailer({ values, header: headerValues, totals, lineNo }, reader)
    }
    return { part: reader.part, kind: reader.kind, lineNo, values, unread }
  }

  const end = () => {
    if (lineNo === 0) throw new Refusal('3003', '檔案沒有任何資料，請重新選擇檔案。')
    if (trailer && !hasTrailer)
      throw new BankFileRefusal(
        `檔案在第 ${lineNo} 列結束，沒有檔尾，可能在傳輸時被截斷。請重新取得完整的檔案。`,
        lineNo + 1,
        1,
      )
    return { header: headerValues, count: totals.count(), sum: totals.sum('Amount'), unread: unreadFields.fields() }
  }
  return { read, end }
}

const refuseWrongLength = ({ length }: string, expected: number, lineNo: number): void => {
  if (length === expected) return
  const actual = length > expected ? `超過 ${expected} 個位元組` : `只有 ${length} 個位元組，應為 ${expected} 個位元組`
  throw new BankFileRefusal(
    `第 ${lineNo} 列的長度${actual}。檔案可能被截斷，或以其他編碼重新存檔；請重新取得原始檔案。`,
    lineNo,
    Math.min(length, expected) + 1,
  )
}

/** Counts the detail lines, and adds up their amounts and the other numbers whose sums the trailer contains. */
const totalsCounter = ({ trailer }: Layout) => {
  const names = ['Amount', ...Object.values(trailer?.fields ?? {}).flatMap(({ sum }) => sum ?? [])]
  const sums = new Map(names.map((name) => [name, 0]))
  let count = 0
  return {
    add: (values: LineValues, { line }: LineReader): void => {
      count += 1
      for (const [name, sum] of sums) sums.set(name, sum + signedNumber(name, values, line))
    },
    count: () => count,
    sum: (name: string) => sums.get(name) ?? 0,
  }
}

/** Returns the number that a field of the trailer must contain; undefined if the field is not a total. */
const totalOf = ({ count, sum }: LayoutField, totals: Trailer['totals']): number | undefined => {
  if (count) return totals.count()
  return sum === undefined ? undefined : totals.sum(sum)
}

interface Trailer extends Pick<BankFileLine, 'values' | 'lineNo'> {
  readonly header: LineValues | null
  readonly totals: ReturnType<typeof totalsCounter>
}

/** Throws a refusal if a total of the trailer is wrong, or if it differs from the header in a field that both have. */
const refuseWrongTrailer = ({ values, header, totals, lineNo }: Trailer, { line }: LineReader): void => {
  for (const [name, field] of Object.entries(line.fields)) {
    const { offset, label } = field
    const position = positionText(lineNo, offset, label)
    const total = totalOf(field, totals)
    const value = values[name]
    if (total !== undefined && value !== total) {
      const [stated, actual] = [value, total].map((number) => Number(number).toLocaleString('en-US'))
      throw new BankFileRefusal(
        `${position}是 ${stated}，但明細合計是 ${actual}。檔案不完整或內容有誤，${resendAdvice}`,
        lineNo,
        offset,
      )
    }
    const headerValue = field.value === undefined ? header?.[name] : undefined
    if (headerValue !== undefined && headerValue !== value)
      throw new BankFileRefusal(
        `${position}是「${value}」，與檔頭的「${headerValue}」不同。檔案可能由不同的檔案合併而成，${resendAdvice}`,
        lineNo,
        offset,
      )
  }
}
