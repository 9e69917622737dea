import { base64url } from 'jose'
import type { PushSecretState, RotatedPushSecret } from '../../../contract/call-responses'
import { formerSecretDays } from '../../../domain/payments/bank-credit'
import { Refusal } from '../../../domain/refusal'
import type { Call } from '../../call'
import { auditRecord, contextOf, keyOf, recordBody } from '../../context'
import { toTaipei } from '../../database/times'
import type { Db, Ports } from '../../ports'
import { findRecord } from '../../records/get'
import { decryptText, encryptText } from '../../security/keys'

/**
 * Returns since when an agreement has its secret and whether it can sign, and until when the former one signs pushes as
 * well.
 */
export const pushSecretState = async (call: Call): Promise<PushSecretState> => {
  const { ports } = call
  const applyCode = await requireAgreement(call)
  const row = await findSecrets(ports.db, applyCode)
  if (!row) return { SecretTime: null, CanSign: false, FormerUntil: null }
  const canSign = async (encrypted: string) => (await decrypted(ports, applyCode, encrypted)) !== undefined
  const isFormerSigning = isFormerValid(row, ports.clock()) && (await canSign(row.former_secret))
  return {
    SecretTime: toTaipei(row.change_time),
    CanSign: await canSign(row.secret),
    FormerUntil: isFormerSigning && row.former_until !== null ? toTaipei(row.former_until) : null,
  }
}

/**
 * Makes a new secret for the signatures of an agreement's pushes and returns it.
 * It is stored encrypted and cannot be read again.
 * Throws a refusal (2009) if the secret was replaced since the caller read its state.
 */
export const rotatePushSecret = async (call: Call): Promise<RotatedPushSecret> => {
  const { SecretTime } = recordBody(call.body ?? {})
  return call.ports.db.transaction().execute(async (trx) => {
    const applyCode = await requireAgreement(call, { db: trx, lock: true })
    if (SecretTime !== undefined) requireSameSecret(await findSecrets(trx, applyCode), SecretTime)
    await audit(trx, call, { applyCode, action: 'RotatePushSecret' })
    return storeNewSecret({ ...call.ports, db: trx }, applyCode)
  })
}

const requireSameSecret = (row: StoredSecrets | undefined, seen: unknown): void => {
  const current = row ? toTaipei(row.change_time) : null
  if (seen === current) return
  const change = current === null ? '目前沒有密鑰' : `密鑰已於 ${current.slice(0, 19).replace('T', ' ')} 產製`
  throw new Refusal('2009', `${change}，沒有再更換；請重新確認目前的狀態後再試。`)
}

/**
 * Makes a new secret for an agreement, in the transaction `db`.
 * The one before becomes the former secret, if it can still sign.
 */
export const storeNewSecret = async (
  { db, clock, settings }: Pick<Ports, 'db' | 'clock' | 'settings'>,
  applyCode: string,
): Promise<RotatedPushSecret> => {
  const Secret = base64url.encode(crypto.getRandomValues(new Uint8Array(32)))
  const secret = await encryptText(settings.secret, contextFor(applyCode), Secret)
  const now = clock()
  const before = await findSecrets(db, applyCode)
  const canSign = before !== undefined && (await decrypted({ settings }, applyCode, before.secret)) !== undefined
  const former_until = canSign ? new Date(now.getTime() + formerSecretDays * 86_400_000).toISOString() : null
  const stored = { secret, former_secret: canSign ? before.secret : null, former_until, change_time: now.toISOString() }
  await db
    .insertInto('internal_push_secret')
    .values({ apply_code: applyCode, ...stored })
    .onConflict((conflict) => conflict.column('apply_code').doUpdateSet(stored))
    .execute()
  return { Secret, FormerUntil: former_until && toTaipei(former_until) }
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
const requireAgreement = async (
  call: Call,
  { db = call.ports.db, lock = false }: { readonly db?: Db; readonly lock?: boolean } = {},
): Promise<string> => {
  const agreement = call.schemas.get('Agreement')
  const found = await findRecord({ ...contextOf(call), db }, agreement, keyOf(agreement, call), { lock })
  return String(found.ApplyCode)
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
  const secrets = await Promise.all(encrypted.map((text) => decrypted({ settings }, applyCode, text)))
  return secrets.flatMap((secret) => (secret === undefined ? [] : [new TextEncoder().encode(secret)]))
}

const decrypted = (
  { settings }: Pick<Ports, 'settings'>,
  applyCode: string,
  encrypted: string,
): Promise<string | undefined> => decryptText(settings.secret, contextFor(applyCode), encrypted)

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
