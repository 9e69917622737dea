import { sql } from 'kysely'
import { afterEach, beforeEach, expect } from 'vitest'
import type { RecordValues } from '../../../../src/schema/language/types'
import { receiveBankFile } from '../../../../src/server/payments/bank-files/receive'
import type { JobRun } from '../../../../src/server/ports'
import type { Client } from '../../../support/client'
import { uploadBankFile } from '../../../support/payments/bank-file-upload'
import { type Portal, portal, twoCompanies } from '../../../support/portal'
import { newAccount } from './booking'
import { type atStore, fileOf } from './files'
import { expectCorrectLedger } from './persons'
import { uploader } from './uploaded-files'

/** The functions by which a handler controls its job, without a job. */
export const runWithoutJob: JobRun = { id: 0, progress: async () => {}, confirm: async () => {}, end: async () => {} }

/** A line of a file of payments at a store. */
export type StorePayment = ReturnType<typeof atStore>

/** Returns three accounts that no other test uses. */
export const threeAccounts = () => [newAccount(), newAccount(), newAccount()] as const

/**
 * Opens a portal whose bank files each test begins without, and returns what an operator does with held files there.
 * The ledger is verified after each test.
 */
export const portalWithHeldFiles = async () => {
  const here = await portal()
  await twoCompanies(here)
  const operator = await here.as('BankOperator', { UserId: 'bankop1' })
  beforeEach(() => withoutFiles(here))
  afterEach(() => expectCorrectLedger(here))
  return { here, operator, ...fileActions(here, operator), ...ledgerFacts(here) }
}

const tables = ['remittance', 'remittance_check', 'bank_file_difference', 'bank_file', 'job'] as const

const withoutFiles = async ({ ports, db }: Portal): Promise<void> => {
  await ports.jobs.runUntilIdle()
  for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(db)
}

const fileActions = ({ ports }: Portal, operator: Client) => {
  const uploaded = uploader({ ports }, operator)
  const recordOf = async ({ SerialId }: RecordValues): Promise<RecordValues> =>
    (await operator.get(`/BankFile/${SerialId}`)).data
  return {
    uploaded,
    recordOf,
    /** Uploads a file without waiting for its processing. */
    upload: (bytes: Uint8Array) => uploadBankFile(operator, bytes),
    /** Uploads a file of payments at a store, waits until it is processed, and returns its record. */
    sent: (...details: readonly StorePayment[]) => uploaded(fileOf('store', details)),
    /** Receives a file of payments at a store from the drop folder, and returns the number of its record. */
    received: async (name: string, details: readonly StorePayment[], jobs = ports.jobs): Promise<number> => {
      const content = async function* () {
        yield fileOf('store', details)
      }
      return (await receiveBankFile({ ...ports, jobs }, { name, content: content() })).serialId
    },
    /** Makes a call that says what a held file is, and returns the record when it has been processed. */
    released: async (file: RecordValues, call: 'Replace' | 'Append'): Promise<RecordValues> => {
      const answer = await operator.post(`/Ext/BankFile/${file.SerialId}/${call}`, { UpdateTime: file.UpdateTime })
      expect(answer, answer.message).toMatchObject({ code: '0000', data: { SerialId: file.SerialId } })
      await ports.jobs.runUntilIdle()
      return recordOf(file)
    },
    differencesOf: async (file: RecordValues) =>
      (await operator.get(`/Ext/BankFile/${file.SerialId}/GetDifferences`)).data.Differences,
  }
}

const ledgerFacts = ({ db }: Portal) => ({
  /** Returns the number and the sum of the payments on record for these accounts, reversed ones excluded. */
  bookedOn: async (accounts: readonly string[]) => {
    const { rows } = await sql<{ count: number; sum: number }>`
      select count(*)::int as count, coalesce(sum(amount), 0)::int as sum
      from transaction_line
      where vac_account = any(${[...accounts]}::text[]) and parent_serial_id is null and write_off_status <> 'Reversed'`.execute(
      db,
    )
    return rows[0]
  },
  /** Returns the serial id of the line with an account. */
  lineOf: async (account: string): Promise<number> => {
    const { rows } = await sql<{
      id: number
    }>`select serial_id as id from transaction_line where vac_account = ${account}`.execute(db)
    return Number(rows[0]?.id)
  },
  /** Returns the audit lines of corrections of the lines with an account. */
  correctionsOf: async (account: string): Promise<readonly RecordValues[]> => {
    const { rows } = await sql<RecordValues>`
      select a.user_id, a.before, a.after
      from audit_log a
      join transaction_line l on l.serial_id::text = a.record_key
      where a.resource = 'TLDetail' and a.action = 'Correct' and l.vac_account = ${account}`.execute(db)
    return rows
  },
})
