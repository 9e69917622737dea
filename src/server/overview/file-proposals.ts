import { type RawBuilder, sql } from 'kysely'
import type { Overview } from '../../contract/call-responses'
import { actorOf } from '../access/caller'
import { agreementCondition } from '../access/tenant'
import type { Call } from '../call'

type FileProposals = NonNullable<Overview['DebitProposals']>

/** Returns the number of files of direct debits that wait for release, and of those that the caller has proposed. */
export const readDebitProposals = (call: Call): Promise<FileProposals> =>
  readProposals(call, {
    files: sql`internal_debit_file f join internal_debit_batch b using (batch_id)`,
    isWaiting: sql`f.state = 'Proposed' and ${agreementCondition(call.scope, 'b')}`,
    proposer: sql`f.request_user`,
  })

/** Returns the number of uploaded bank files that wait for release, and of those that the caller has uploaded. */
export const readBankFileProposals = (call: Call): Promise<FileProposals> =>
  readProposals(call, {
    files: sql`bank_file f`,
    isWaiting: sql`f.import_status = 'PendingRelease'`,
    proposer: sql`f.upload_user`,
  })

/** The SQL of files that wait for a second person. */
interface WaitingFiles {
  readonly files: RawBuilder<unknown>
  readonly isWaiting: RawBuilder<unknown>
  readonly proposer: RawBuilder<unknown>
}

const readProposals = async (
  { ports, scope }: Call,
  { files, isWaiting, proposer }: WaitingFiles,
): Promise<FileProposals> => {
  const { rows } = await sql<FileProposals>`
    select count(*)::bigint as "Count", count(*) filter (where ${proposer} = ${actorOf(scope)})::bigint as "OwnCount"
    from ${files}
    where ${isWaiting}`.execute(ports.db)
  return rows[0] ?? { Count: 0, OwnCount: 0 }
}
