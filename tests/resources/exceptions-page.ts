import { beforeAll, beforeEach } from 'vitest'
import { page } from 'vitest/browser'
import exceptions from '../../resources/TLDetailExceptionHandling'
import type { ScreenLoaders } from '../../src/admin/screens'
import type { RecordValues } from '../../src/schema/language/types'
import type { ReportedLine } from '../../src/server/payments/book-lines'
import { drawAdmin, signIn } from '../admin/admin-page'
import { runInRow } from '../admin/list-page'
import { book, newAccount, reported } from '../server/payments/support/booking'
import { browserPortal } from '../support/browser/browser-portal'
import { network, throughApp } from '../support/browser/msw'

const codes = { ApplyCodes: ['77001', '77004'] }
const screens = { TLDetailExceptionHandling: async () => ({ default: exceptions }) }

/** A line that waits: its key, and its account. */
export interface WaitingLine {
  readonly id: number
  readonly account: string
}

/**
 * Opens a portal for a file of tests about lines and their handling: agreement 77001, and 77004 with dual control, with
 * users who may use both. Every test begins with the maker signed in.
 */
export const exceptionsPage = () => {
  const opened = browserPortal().then(async (portal) => ({ portal, users: await givenUsers(portal) }))
  let app: Awaited<typeof opened>
  const worker = network(throughApp(() => app.portal.app))
  const signInAs = (user: keyof typeof app.users) => signIn(app.portal, app.users[user], codes)
  beforeAll(async () => {
    app = await opened
  })
  beforeEach(async () => {
    await page.viewport(1440, 900)
    await signInAs('maker')
  })
  /** Books a payment that becomes an exception. */
  const waitingLine = async (values: Partial<ReportedLine> = {}): Promise<WaitingLine> => {
    const line = reported({ VACAccount: newAccount(), ...values })
    const { serialIds } = await book(app.portal, line)
    return { id: Number(serialIds[0]), account: line.VACAccount }
  }
  return {
    worker,
    signInAs,
    waitingLine,
    portal: () => app.portal,
    /** Books a payment that becomes an exception; returns its account. */
    waiting: async (values: Partial<ReportedLine> = {}) => (await waitingLine(values)).account,
    bill: (values: RecordValues = {}) => app.portal.given.bill({ VACAccount: newAccount(), ...values }),
    /** Renders a page, by default the list of exceptions. */
    draw: (path = 'TLDetailExceptionHandling', otherScreens: ScreenLoaders = {}) =>
      drawAdmin(app.portal.schemas, `/admin/${path}`, { ...screens, ...otherScreens }),
  }
}

type BrowserPortal = Awaited<ReturnType<typeof browserPortal>>

const givenUsers = async ({ given }: BrowserPortal) => {
  await given.customer()
  await given.marketItem()
  await given.agreement()
  await given.agreement({ ApplyCode: '77004', AgreementName: '雙人控管', DualControl: true })
  for (const ApplyCode of codes.ApplyCodes) await given.billCategory({ ApplyCode })
  return {
    maker: await given.user({ UserId: 'maker01', ...codes }),
    checker: await given.user({ UserId: 'checker01', RoleId: 'CustomerChecker', ...codes }),
    viewer: await given.user({ UserId: 'viewer01', RoleId: 'CustomerViewer', ...codes }),
    operator: await given.user({ UserId: 'bankop01', RoleId: 'BankOperator', ...codes }),
  }
}

/** Returns the row of the line with an account. */
export const row = (account: string) => page.getByRole('row', { name: new RegExp(account) })

/** Opens the dialog of an action from the row of a line. */
export const openDialog = async (account: string, action: string) => {
  await runInRow(row(account), action)
  return page.getByRole('dialog', { name: action })
}
