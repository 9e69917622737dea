import { sql } from 'kysely'
import type { RecordValues } from '../../../schema/language/language'
import { actorOf } from '../../access/caller'
import type { Call } from '../../http/call'
import { asEmail, letterTime, userChangedLetter } from '../../notices/letters'
import type { Ports } from '../../ports'
import { type Contacts, contactColumns } from '../portal-user'

/** Notifies the administrators and checkers of a company by e-mail of a new user (no labels), or of a changed one with the labels of the fields; then the user concerned as well. */
export const notifyOfUser = async ({ ports, scope }: Call, { UniformNo, SerialId, UserId }: RecordValues, labels: readonly string[]): Promise<void> => {
  const change = { by: actorOf(scope), when: letterTime(ports.clock()), labels }
  const concerned = labels.length === 0 ? null : Number(SerialId)
  for (const { email, customer_name } of await recipients(ports, String(UniformNo), concerned))
    ports.notices.post(asEmail(email, userChangedLetter({ customer_name, user_id: String(UserId) }, change)))
}

// A locked user is included: wrong passwords, which anybody can enter, must not keep the news from them.
const recipients = async ({ db, clock }: Ports, uniformNo: string, concerned: number | null): Promise<readonly Recipient[]> => {
  const { rows } = await sql<Recipient>`
    select c.customer_name, ${contactColumns(clock())}
    from portal_user u
    join customer c on c.uniform_no = u.uniform_no
    where u.uniform_no = ${uniformNo}
      and (u.serial_id = ${concerned} or (u.role_id in ('CustomerAdmin', 'CustomerChecker') and u.user_status in ('Enabled', 'Locked')))
    order by u.serial_id`.execute(db)
  return rows
}

type Recipient = Pick<Contacts, 'email'> & { readonly customer_name: string }
