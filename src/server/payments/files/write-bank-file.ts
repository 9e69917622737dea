import type { Layout, LayoutField } from '../../../schema/layouts/layout'
import { type BankFileLine, type Big5, type LineValue, type LineValues, signedNumber } from './bank-file'
import { fittingBytes } from './fit-value'
import { type LineReader, lineReader, recognizeLine } from './read-line'

/**
 * The content of a bank file.
 * Fixed values, totals and fields that are parts of other fields may be absent, because the writer derives them.
 */
export interface BankFileContent {
  /** Absent for a layout without a header. */
  readonly header?: LineValues
  readonly details: Iterable<Pick<BankFileLine, 'kind' | 'values'>>
}

/**
 * Returns the lines of a bank file as bytes, with their line breaks.
 * Throws an error for a value that would be read back differently.
 */
export function* writeBankFile(
  layout: Layout,
  { header = {}, details }: BankFileContent,
  big5: Big5,
): Generator<Uint8Array> {
  const writers = Object.entries(layout.details).map(([kind, line]) =>
    lineWriter(lineReader({ part: 'detail', kind }, line, big5), big5),
  )
  const trailer =
    layout.trailer && lineWriter(lineReader({ part: 'trailer', kind: 'trailer' }, layout.trailer, big5), big5)
  const readers = (trailer ? [...writers, trailer] : writers).map(({ reader }) => reader)
  const sums = new Map(totalNames(layout).map((name) => [name, 0]))
  const firstDetailNo = layout.header ? 2 : 1
  let lineNo = firstDetailNo
  if (layout.header)
    yield toBytesWithLineBreak(
      lineWriter(lineReader({ part: 'header', kind: 'header' }, layout.header, big5), big5).write(header, 1).bytes,
    )
  for (const { kind, values: valuesToWrite } of details) {
    const writer = writers.find(({ reader }) => reader.kind === kind)
    if (!writer) throw new Error(`The layout '${layout.label}' has no detail line '${kind}'.`)
    const { bytes, values } = writer.write(valuesToWrite, lineNo)
    const recognized = recognizeLine(readers, bytes, lineNo)
    if (recognized !== writer.reader)
      throw new Error(`Line ${lineNo} would be read as '${recognized.kind}' and not as '${kind}'.`)
    for (const [name, sum] of sums) sums.set(name, sum + signedNumber(name, values, writer.reader.line))
    lineNo += 1
    yield toBytesWithLineBreak(bytes)
  }
  if (trailer)
    yield toBytesWithLineBreak(
      trailer.write(trailerValues(trailer.reader, { header, count: lineNo - firstDetailNo, sums }), lineNo).bytes,
    )
}

const totalNames = ({ trailer }: Layout): readonly string[] =>
  Object.values(trailer?.fields ?? {}).flatMap(({ sum }) => sum ?? [])

interface TrailerSource {
  readonly header: LineValues
  readonly count: number
  readonly sums: ReadonlyMap<string, number>
}

/** Returns the values of the trailer: the totals, and the values that it has in common with the header. */
const trailerValues = ({ line }: LineReader, { header, count, sums }: TrailerSource): LineValues => {
  const totalOrHeaderValue = (name: string, field: LayoutField): LineValue | undefined => {
    if (field.count) return count
    if (field.sum !== undefined) return sums.get(field.sum)
    return field.value === undefined ? header[name] : undefined
  }
  return Object.fromEntries(
    Object.entries(line.fields).flatMap(([name, field]): [string, LineValue][] => {
      const value = totalOrHeaderValue(name, field)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** Prepares a kind of line for writing. */
const lineWriter = (reader: LineReader, big5: Big5) => {
  // A field with `within` is a part of another field, which writes its bytes.
  const fields = Object.entries(reader.line.fields)
    .filter(([, { within }]) => within === undefined)
    .sort(([, a], [, b]) => a.offset - b.offset)
  return {
    reader,
    /** Returns the line as a string with one character for each byte, and the values that a reader will get. */
    write: (values: LineValues, lineNo: number) => {
      const bytes = fields
        .map(([name, field]) => bytesOf({ name, field, value: values[name] ?? field.value, lineNo }, big5))
        .join('')
      const { values: valuesRead } = reader.read(bytes, lineNo)
      for (const [name, valueRead] of Object.entries(valuesRead)) {
        const value = values[name]
        if (value !== undefined && value !== valueRead)
          throw new Error(`'${name}' of line ${lineNo} is '${value}', but would be read as '${valueRead}'.`)
      }
      return { bytes, values: valuesRead }
    },
  }
}

interface FieldToWrite {
  readonly name: string
  readonly field: LayoutField
  readonly value: LineValue | undefined
  readonly lineNo: number
}

const bytesOf = ({ name, field, value, lineNo }: FieldToWrite, big5: Big5): string => {
  const { type, length } = field
  if (type === 'filler') return ' '.repeat(length)
  if (value === undefined && field.optional) return ' '.repeat(length)
  if (value === undefined) throw new Error(`'${name}' of line ${lineNo} has no value.`)
  if (field.value !== undefined && value !== field.value)
    throw new Error(`'${name}' of line ${lineNo} is '${value}', but must be '${field.value}'.`)
  const bytes = fittingBytes(value, field, big5)
  if (bytes !== undefined) return bytes
  throw new Error(`'${name}' of line ${lineNo} cannot hold '${value}' in ${length} bytes.`)
}

const toBytesWithLineBreak = (line: string): Uint8Array => {
  const bytes = new Uint8Array(line.length + 2)
  for (let index = 0; index < line.length; index++) bytes[index] = line.charCodeAt(index)
  bytes.set([0x0d, 0x0a], line.length)
  return bytes
}
