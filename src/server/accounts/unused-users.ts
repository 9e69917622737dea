import { pendingDays } from '../../domain/portal-user'
import { believable } from '../database/clock-check'
import type { Ports } from '../ports'

/** Disables users who never used the password they were given, 30 days after it was given out; whoever looks at users asks for it first. A clock that leapt disables nobody. */
export const disableUnused = async ({ db, clock }: Pick<Ports, 'db' | 'clock'>): Promise<void> => {
  const now = clock()
  const limit = new Date(now.getTime() - pendingDays * 86_400_000).toISOString()
  await db
    .updateTable('portal_user as u')
    .from('portal_user_secret as s')
    .set({ user_status: 'Disabled' })
    .whereRef('s.user_id', '=', 'u.serial_id')
    .where('u.user_status', '=', 'Pending')
    .where('s.issued_at', '<', limit)
    .where(believable(now))
    .execute()
}
