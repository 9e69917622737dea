import type { Statement, StatementResult } from './batch-connection'

/** A column of a result, as the engine describes it. */
export interface ResultColumn {
  readonly name: string
  /** OID of its type. */
  readonly dataTypeID: number
}

/** Converts the text of a value. */
export type ValueParser = (text: string) => unknown

/** Statements as one message of PostgreSQL's protocol, and the results, which are filled while the response is read. */
export interface SentStatements {
  readonly message: Uint8Array<ArrayBuffer>
  readonly results: ResultCollector
}

/** The parts of a response in the order in which the engine sends them. */
export interface ResultCollector {
  describe(columns: readonly ResultColumn[]): void
  addRow(values: readonly (string | null)[]): void
  /** Ends the result of a statement; the tag of the command is a text such as `INSERT 0 5`. */
  complete(tag: string): void
  /** Returns the results after a response without an error. */
  finish(): readonly StatementResult[]
  /** Called after an error. The statements are prepared again before their next use, because the reason may be that the result of a prepared statement has changed. */
  fail(): void
}

/**
 * Returns a function that prepares statements for one connection. Repeated statements get names: the engine parses them once per connection, and describes their results once,
 * because the engine rejects a prepared statement whose result would change. This file also runs in browsers, so it imports nothing from Node.
 */
export const statementProtocol = (
  nameOf: (statement: Statement) => string | undefined,
  parserOf: (dataTypeID: number) => ValueParser,
): ((statements: readonly Statement[]) => SentStatements) => {
  const prepared = new Map<string, PreparedStatement>()
  return (statements) => {
    const named = statements.map(({ sql, parameters }): NamedStatement => {
      const name = nameOf({ sql, parameters }) ?? ''
      const former = prepared.get(name)
      return { name, sql, parameters, rowFormat: former?.sql === sql ? former.rowFormat : undefined }
    })
    return { message: messageOf(named), results: resultCollector(named, parserOf, prepared) }
  }
}

interface NamedStatement extends Statement {
  /** The name under which the engine keeps the prepared statement; empty if it does not keep it. */
  readonly name: string
  /** The format of its rows; undefined if the engine has not prepared it, or if that is unknown after a failure. */
  readonly rowFormat: RowFormat | undefined
}

/** The statement that has a name on a connection. */
interface PreparedStatement {
  readonly sql: string
  readonly rowFormat: RowFormat
}

interface RowFormat {
  readonly columns: readonly { readonly name: string; readonly parse: ValueParser }[]
  /** Copies of one empty row are several times as fast as objects to which the same properties are added one by one. */
  readonly emptyRow: Readonly<Record<string, unknown>>
}

const noColumns: RowFormat = { columns: [], emptyRow: {} }

const resultCollector = (
  statements: readonly NamedStatement[],
  parserOf: (dataTypeID: number) => ValueParser,
  prepared: Map<string, PreparedStatement>,
): ResultCollector => {
  const results: StatementResult[] = []
  const formats = statements.map(({ rowFormat = noColumns }) => rowFormat)
  let rows: unknown[] = []
  return {
    describe: (columns) => {
      formats[results.length] = {
        columns: columns.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) })),
        emptyRow: Object.fromEntries(columns.map(({ name }) => [name, null])),
      }
    },
    addRow: (values) => {
      const { columns, emptyRow } = formats[results.length] ?? noColumns
      const row: Record<string, unknown> = { ...emptyRow }
      for (let index = 0; index < columns.length; index++) {
        const [column, value] = [columns[index], values[index]]
        if (column) row[column.name] = value === null || value === undefined ? null : column.parse(value)
      }
      rows.push(row)
    },
    complete: (tag) => {
      results.push({ rows, affectedRows: affectedRowsOf(tag) })
      rows = []
    },
    finish: () => {
      for (const [index, { name, sql }] of statements.entries()) if (name !== '') prepared.set(name, { sql, rowFormat: formats[index] ?? noColumns })
      return results
    },
    fail: () => {
      for (const { name } of statements) prepared.delete(name)
    },
  }
}

/** Returns the number at the end of a command tag; undefined for commands that change no rows. */
const affectedRowsOf = (tag: string): number | undefined => (/^(INSERT|UPDATE|DELETE|MERGE) /.test(tag) ? Number(tag.split(' ').at(-1)) : undefined)

/** Returns the messages of the extended protocol for the statements, with one Sync at the end. */
const messageOf = (statements: readonly NamedStatement[]): Uint8Array<ArrayBuffer> => {
  const writer = new MessageWriter()
  for (const { name, sql, parameters, rowFormat } of statements) {
    if (!rowFormat) {
      // The name may have belonged to another statement, and after a failure, the engine may still have the statement. Closing a statement that does not exist is not an error.
      if (name !== '') writer.message(messageTypes.close, () => writer.char(targets.statement).text(name))
      writer.message(messageTypes.parse, () => writer.text(name).text(sql).int16(0))
    }
    writer.message(messageTypes.bind, () => writer.text('').text(name).values(parameters.map(parameterValue)).int16(0))
    if (!rowFormat) writer.message(messageTypes.describe, () => writer.char(targets.portal).text(''))
    writer.message(messageTypes.execute, () => writer.text('').int32(0))
  }
  return writer.message(messageTypes.sync, () => {}).bytes()
}

/** The types of the messages in the extended protocol. */
const messageTypes = { parse: 'P', bind: 'B', describe: 'D', execute: 'E', close: 'C', sync: 'S' } as const

/** The kinds of objects that a Close or Describe message can name. A portal is a statement with its parameters. */
const targets = { statement: 'S', portal: 'P' } as const

/** Returns a value as the text or the bytes of a parameter. */
const parameterValue = (value: unknown): string | Uint8Array | null => {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || value instanceof Uint8Array) return value
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return `{${value.map(arrayElement).join()}}`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const arrayElement = (value: unknown): string => {
  if (value === null || value === undefined) return 'NULL'
  return Array.isArray(value) ? String(parameterValue(value)) : `"${String(parameterValue(value)).replace(/[\\"]/g, '\\$&')}"`
}

const encoder = new TextEncoder()
/** Maximum length of a text that is written character by character (`#copyAscii`). */
const maxCopiedLength = 32

/** The buffer with which every writer starts. Writers can share it, because each one copies its messages out of it before the next one is created. */
const sharedBytes = new Uint8Array(16_384)
const sharedView = new DataView(sharedBytes.buffer)

/** Writes messages one after the other; each consists of its type, its length and its content. */
class MessageWriter {
  #bytes = sharedBytes
  #view = sharedView
  #end = 0

  message(type: string, writeContent: () => void): this {
    this.char(type)
    const start = this.#end
    this.int32(0)
    writeContent()
    this.#view.setInt32(start, this.#end - start)
    return this
  }

  /** Writes the formats and then the values of parameters: bytes as they are, all others as text. */
  values(values: readonly (string | Uint8Array | null)[]): this {
    this.int16(values.length)
    for (const value of values) this.int16(value instanceof Uint8Array ? 1 : 0)
    this.int16(values.length)
    for (const value of values) this.#value(value)
    return this
  }

  #value(value: string | Uint8Array | null): void {
    const start = this.#end
    this.int32(-1)
    if (value === null) return
    if (typeof value === 'string') this.#encode(value)
    else {
      this.#reserve(value.length)
      this.#bytes.set(value, this.#end)
      this.#end += value.length
    }
    this.#view.setInt32(start, this.#end - start - 4)
  }

  char(text: string): this {
    this.#reserve(1)
    this.#bytes[this.#end++] = text.charCodeAt(0)
    return this
  }

  /** Writes a text and the zero byte that ends it. */
  text(text: string): this {
    if (text !== '') this.#encode(text)
    return this.char('\0')
  }

  int16(value: number): this {
    this.#reserve(2)
    this.#view.setInt16(this.#end, value)
    this.#end += 2
    return this
  }

  int32(value: number): this {
    this.#reserve(4)
    this.#view.setInt32(this.#end, value)
    this.#end += 4
    return this
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#end)
  }

  #encode(text: string): void {
    // A character takes at most three bytes; a pair of surrogates takes four.
    this.#reserve(text.length * 3)
    if (text.length > maxCopiedLength || !this.#copyAscii(text)) this.#end += encoder.encodeInto(text, this.#bytes.subarray(this.#end)).written
  }

  /** Writes a text character by character, which is faster for a short one. Returns false if it contains other characters than ASCII. */
  #copyAscii(text: string): boolean {
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if (code > 127) return false
      this.#bytes[this.#end + index] = code
    }
    this.#end += text.length
    return true
  }

  #reserve(length: number): void {
    if (this.#end + length <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#end + length))
    larger.set(this.#bytes.subarray(0, this.#end))
    this.#bytes = larger
    this.#view = new DataView(larger.buffer)
  }
}
