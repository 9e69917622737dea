import type { PGlite } from '@electric-sql/pglite'
import { type messages, protocol, types } from '@electric-sql/pglite'
import { parserOf } from '../../database/column-values'
import { endsTransaction } from '../../database/pglite-database'
import type { SendStatements, Statement } from '../../database/statements/batch-connection'
import { type ResultCollector, type ResultColumn, statementProtocol, type ValueParser } from '../../database/statements/protocol'
import { statementNames } from '../statement-names'

/** Sends a message of the protocol to an engine and returns the bytes of its response. If a message that ends a transaction fails, the transaction is rolled back. */
export type ExecuteMessage = (message: Uint8Array<ArrayBuffer>, endsTransaction: boolean) => Promise<Uint8Array<ArrayBuffer>>

/** Returns a function that executes messages on a PGlite in this thread. This file also runs in browsers, so it imports nothing from Node. */
export const messageExecutor =
  (pglite: PGlite): ExecuteMessage =>
  (message, isEnd) =>
    pglite.runExclusive(async () => {
      const response = await execute(pglite, message)
      // The next message may be from another caller and must not run in this transaction.
      if (isEnd && pglite.isInTransaction()) await execute(pglite, rollback)
      return response
    })

const execute = async (pglite: PGlite, message: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> => {
  const parts: Uint8Array<ArrayBuffer>[] = []
  // The bytes are part of the engine's memory, which the engine reuses.
  await pglite.execProtocolRawStream(message, { onRawData: (bytes) => void parts.push(bytes.slice()) })
  return concatenate(parts)
}

/** Returns a function that sends statements to an engine, each time in one message. Repeated statements are prepared once if their plans may be kept. */
export const statementSender = (executeMessage: ExecuteMessage): SendStatements => {
  const nameOf = statementNames()
  const valueParserOf = (dataTypeID: number) => parserOf(dataTypeID, engineParserOf)
  const named = statementProtocol(({ sql, parameters }: Statement) => (parameters.length > 0 ? nameOf(sql) : undefined), valueParserOf)
  const unnamed = statementProtocol(() => undefined, valueParserOf)
  return async (statements, { keepsPlans }) => {
    const { message, results } = (keepsPlans ? named : unnamed)(statements)
    try {
      readResponse(await executeMessage(message, endsTransaction(statements)), results)
    } catch (error) {
      results.fail()
      throw error
    }
    return results.finish()
  }
}

/** Returns PGlite's parser of a type. Values of other types remain text. */
const engineParserOf = (dataTypeID: number): ValueParser => types.parsers[dataTypeID] ?? ((text) => text)

const { message: rollback } = statementProtocol(() => undefined, engineParserOf)([{ sql: 'rollback', parameters: [] }])

const concatenate = (parts: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> => {
  const [first] = parts
  if (first && parts.length === 1) return first
  const result = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let end = 0
  for (const part of parts) {
    result.set(part, end)
    end += part.length
  }
  return result
}

/** Reads the messages of a response: type, length and content each. Throws the first error. PGlite's own parser takes several times as long. */
const readResponse = (response: Uint8Array<ArrayBuffer>, results: ResultCollector): void => {
  const view = new DataView(response.buffer)
  for (let start = 0; start < response.length; ) {
    const end = start + 1 + view.getInt32(start + 1)
    const reader = new ContentReader(response, view, start + 5)
    const type = String.fromCharCode(view.getUint8(start))
    if (type === 'T') results.describe(reader.columns())
    if (type === 'D') results.addRow(reader.values())
    if (type === 'C') results.complete(reader.zeroTerminatedText())
    if (type === 'I') results.complete('')
    if (type === 'E') throw errorOf(response.slice(start, end))
    start = end
  }
}

/** Returns the database error in a message, with its code and the names of what it concerns. */
const errorOf = (message: Uint8Array<ArrayBuffer>): messages.DatabaseError => {
  const found: messages.BackendMessage[] = []
  new protocol.Parser().parse(message, (parsed) => found.push(parsed))
  return found[0] as messages.DatabaseError
}

const decoder = new TextDecoder()

/** Reads the content of a message. */
class ContentReader {
  constructor(
    private readonly bytes: Uint8Array<ArrayBuffer>,
    private readonly view: DataView,
    private position: number,
  ) {}

  columns(): readonly ResultColumn[] {
    return Array.from({ length: this.#int16() }, () => {
      const name = this.zeroTerminatedText()
      // Between name and type are table and column (6 bytes); after the type its size, modifier and format (8 bytes).
      this.position += 6
      const dataTypeID = this.#int32()
      this.position += 8
      return { name, dataTypeID }
    })
  }

  values(): readonly (string | null)[] {
    return Array.from({ length: this.#int16() }, () => {
      const length = this.#int32()
      return length < 0 ? null : this.#text(length)
    })
  }

  /** Reads a text and the zero byte that ends it. */
  zeroTerminatedText(): string {
    const text = this.#text(this.bytes.indexOf(0, this.position) - this.position)
    this.position++
    return text
  }

  #text(length: number): string {
    this.position += length
    return decoder.decode(this.bytes.subarray(this.position - length, this.position))
  }

  #int16(): number {
    this.position += 2
    return this.view.getInt16(this.position - 2)
  }

  #int32(): number {
    this.position += 4
    return this.view.getInt32(this.position - 4)
  }
}
