import { base64url } from 'jose'
import type { PushSecretState, RotatedPushSecret } from '../../../contract/call-responses'
import { formerSecretDays } from '../../../domain/payments/bank-credit'
import type { Call } from '../../call'
import { auditRecord, contextOf, keyOf } from '../../context'
import { toTaipei } from '../../database/times'
import type { Db, Ports } from '../../ports'
import { findRecord } from '../../records/get'
import { decryptText, encryptText } from '../../security/keys'

/** Returns since when an agreement has its secret, and until when the former one signs pushes as well. */
export const pushSecretState = async (call: Call): Promise<PushSecretState> => {
  const { db, clock } = call.ports
  const row = await findSecrets(db, await requireAgreement(call))
  return {
    SecretTime: row ? toTaipei(row.change_time) : null,
    FormerUntil: row && isFormerValid(row, clock()) ? toTaipei(row.former_until) : null,
  }
}

/**
 * Makes a new secret for the signatures of an agreement's pushes and returns it.
 * It is stored encrypted and cannot be read again.
 */
export const rotatePushSecret = async (call: Call): Promise<RotatedPushSecret> => {
  const applyCode = await requireAgreement(call)
  return call.ports.db.transaction().execute(async (trx) => {
    await audit(trx, call, { applyCode, action: 'RotatePushSecret' })
    return storeNewSecret({ ...call.ports, db: trx }, applyCode)
  })
}

/** Makes a new secret for an agreement, in the transaction `db`. The one before becomes the former secret. */
export const storeNewSecret = async (
  { db, clock, settings }: Pick<Ports, 'db' | 'clock' | 'settings'>,
  applyCode: string,
): Promise<RotatedPushSecret> => {
  const Secret = base64url.encode(crypto.getRandomValues(new Uint8Array(32)))
  const secret = await encryptText(settings.secret, contextFor(applyCode), Secret)
  const now = clock()
  const former_until = new Date(now.getTime() + formerSecretDays * 86_400_000).toISOString()
  const stored = await db
    .insertInto('internal_push_secret')
    .values({ apply_code: applyCode, secret, change_time: now.toISOString() })
    .onConflict((conflict) =>
      conflict.column('apply_code').doUpdateSet((eb) => ({
        secret,
        former_secret: eb.ref('internal_push_secret.secret'),
        former_until,
        change_time: now.toISOString(),
      })),
    )
    .returning('former_until')
    .executeTakeFirstOrThrow()
  return { Secret, FormerUntil: stored.former_until === null ? null : toTaipei(stored.former_until) }
}

/** Ends the former secret of an agreement before its time. */
export const endFormerPushSecret = async (call: Call): Promise<null> => {
  const applyCode = await requireAgreement(call)
  await call.ports.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('internal_push_secret')
      .set({ former_secret: null, former_until: null })
      .where('apply_code', '=', applyCode)
      .execute()
    await audit(trx, call, { applyCode, action: 'EndFormerPushSecret' })
  })
  return null
}

/** Returns the ApplyCode in the path. Throws a refusal if there is no such agreement. */
const requireAgreement = async (call: Call): Promise<string> => {
  const agreement = call.schemas.get('Agreement')
  return String((await findRecord(contextOf(call), agreement, keyOf(agreement, call))).ApplyCode)
}

const audit = (
  db: Db,
  call: Call,
  { applyCode, action }: { readonly applyCode: string; readonly action: string },
): Promise<void> =>
  auditRecord({ ...contextOf(call), db }, call.schemas.get('Agreement'), { action, key: { ApplyCode: applyCode } })

const contextFor = (applyCode: string) => ({ purpose: 'push secrets', name: applyCode }) as const

/**
 * Returns the secrets that sign the pushes of an agreement, the newest first.
 * Returns none if there is none, or if the portal's own secret was replaced since.
 */
export const pushSecrets = async (
  { db, clock, settings }: Pick<Ports, 'db' | 'clock' | 'settings'>,
  applyCode: string,
): Promise<readonly Uint8Array<ArrayBuffer>[]> => {
  const row = await findSecrets(db, applyCode)
  if (!row) return []
  const encrypted = [row.secret, ...(isFormerValid(row, clock()) ? [row.former_secret] : [])]
  const secrets = await Promise.all(encrypted.map((text) => decryptText(settings.secret, contextFor(applyCode), text)))
  return secrets.flatMap((secret) => (secret === undefined ? [] : [new TextEncoder().encode(secret)]))
}

interface StoredSecrets {
  readonly secret: string
  readonly former_secret: string | null
  readonly former_until: string | null
  readonly change_time: string
}

/** Returns the stored secrets of an agreement, encrypted. */
const findSecrets = (db: Db, applyCode: string): Promise<StoredSecrets | undefined> =>
  db
    .selectFrom('internal_push_secret')
    .select(['secret', 'former_secret', 'former_until', 'change_time'])
    .where('apply_code', '=', applyCode)
    .executeTakeFirst()

/** Returns whether the former secret signs pushes as well. */
const isFormerValid = (
  row: StoredSecrets,
  now: Date,
): row is StoredSecrets & { readonly former_secret: string; readonly former_until: string } =>
  row.former_secret !== null && row.former_until !== null && new Date(row.former_until) > now
