import { taipeiToday } from '../../domain/dates/dates'
import { demoDataSince, realCompanyIn } from '../demo/demo-mark'
import type { Db } from '../ports'
import { OperatorError, type Print } from './operator-error'
import type { NodeSettings } from './settings/settings'

/**
 * Throws if production is started on demo data, whose accounts have a published password, or a demo on the data of a
 * real portal, whose one-time passwords it would show to everybody.
 */
export const checkDemoMark = async (
  db: Db,
  { production, demo }: Pick<NodeSettings, 'production' | 'demo'>,
  print: Print,
): Promise<void> => {
  const markedAt = await demoDataSince(db)
  const since = markedAt && taipeiToday(new Date(markedAt))
  if (production && since)
    throw new OperatorError(
      `This database has had demo data since ${since}, and the password of the demo accounts is published. Production does not start on it, also after these data were deleted. Create an empty database, and set DATABASE_URL or DATA_DIR to it.`,
    )
  if (!production && !demo && since)
    print(
      `This database has had demo data since ${since}, and the password of the demo accounts is published. Only you should be able to reach this portal.`,
    )
  const company = demo && !since ? await realCompanyIn(db) : undefined
  if (company !== undefined)
    throw new OperatorError(
      `A demo shows the one-time passwords of all users to everybody, and this is the database of a real portal: it has the company ${company}. Set DEMO=0, or use another database for the demo.`,
    )
}
