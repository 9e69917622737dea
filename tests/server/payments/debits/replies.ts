import type { Answer } from '../../../support/client'

const put = (line: string, start: number, text: string): string =>
  line.slice(0, start - 1) + text + line.slice(start - 1 + text.length)

/** Changes a text at a position of the table; the first byte is 1. */
export const changed = (
  bytes: Uint8Array,
  { row, start, text }: { row: number; start: number; text: string },
): Buffer => {
  const lines = linesOf(bytes)
  return Buffer.from(lines.map((line, index) => `${index === row ? put(line, start, text) : line}\r\n`).join(''))
}

const linesOf = (bytes: Uint8Array): readonly string[] =>
  Buffer.from(bytes).toString('latin1').slice(0, -2).split('\r\n')

/** The codes of the replies by record; a record without a code is left out of the reply. */
type Codes = readonly (string | null)[]

/**
 * Returns the reply of the clearing house (R01) to an exported file, by the tables of the documents: the units change
 * places, and each record has its code and its original day and sequence number.
 */
export const r01 = ({ bytes }: Pick<Answer, 'bytes'>, codes: Codes): Buffer => {
  const lines = linesOf(bytes)
  const [header = '', ...rest] = lines
  const day = header.slice(9, 17)
  const details = rest.slice(0, -1).flatMap((line, index) => {
    const code = codes[index] ?? null
    return code === null ? [] : [put(put(put(put(line, 1, 'R'), 71, code.padEnd(2)), 100, day), 108, line.slice(6, 14))]
  })
  const sum = details.reduce((total, line) => total + Number(line.slice(60, 70)), 0)
  const unit = header.slice(23, 30)
  const trailer = `EOFACHR01${day}9990250${unit}${String(details.length).padStart(8, '0')}${String(sum).padStart(16, '0')}${day}`
  return fileOf([`BOFACHR01${day}2300009990250${unit}V10`.padEnd(250), ...details, trailer.padEnd(250)])
}

/** Returns the reply of FISC to an exported file. */
export const fiscReply = ({ bytes }: Pick<Answer, 'bytes'>, codes: Codes): Buffer =>
  fileOf(linesOf(bytes).map((line, index) => put(put(line, 1, '2'), 70, codes[index] ?? '    ')))

/** Returns the reply of the bank's own system to an exported file. */
export const ownReply = ({ bytes }: Pick<Answer, 'bytes'>, codes: Codes): Buffer =>
  fileOf(linesOf(bytes).map((line, index) => (line.startsWith('2') ? put(line, 86, codes[index - 1] ?? '  ') : line)))

/** Returns the reply of the clearing house to a file of authorizations. */
export const p02Reply = ({ bytes }: Pick<Answer, 'bytes'>, codes: Codes): Buffer =>
  fileOf(linesOf(bytes).map((line, index) => put(put(line, 107, 'R'), 108, codes[index] ?? ' ')))

const fileOf = (lines: readonly string[]): Buffer => Buffer.from(lines.map((line) => `${line}\r\n`).join(''), 'latin1')
