import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import type { RecordValues } from '../../../../src/schema/language/language'
import { createApp } from '../../../../src/server/http/app'
import { smtpGateway } from '../../../../src/server/node/message-gateways'
import { type MessageGateway, noticesVia } from '../../../../src/server/notices/notices'
import type { Ports } from '../../../../src/server/ports'
import { type Client, clientOf, sender } from '../../../support/client'
import { documented } from '../../../support/documented'
import { type Portal, portal } from '../../../support/portal'
import { companyToken } from '../../../support/sign-in'
import { mailServer } from '../../../support/smtp'
import { twoCompaniesWithTerms } from '../../imports/uploads'

/** A portal whose messages leave through a gateway, with the maker who sends them. */
export interface NoticePortal extends Portal {
  readonly maker: Client
  /** Requests notices of these bills and returns the response. */
  readonly send: (
    call: 'SendMailNotice' | 'SendMOTPNotice',
    ...bills: readonly RecordValues[]
  ) => Promise<Awaited<ReturnType<Client['post']>>>
  /** Makes the jobs that wait for a retry due, and runs them. */
  readonly retry: () => Promise<void>
}

/** Opens a portal with two companies and their terms, whose messages leave through this gateway. */
export const noticePortalWith = async (
  gateway: MessageGateway,
  changes: (ports: Ports) => Partial<Ports> = () => ({}),
  options: Parameters<typeof portal>[0] = {},
): Promise<NoticePortal> => {
  const here = await portal(options)
  await twoCompaniesWithTerms(here)
  const own = { ...here.ports, notices: noticesVia(gateway, here.log) }
  const ports = { ...own, ...changes(own), log: here.log }
  const user = await here.given.user({ UserId: 'maker01', RoleId: 'CustomerMaker' })
  const app = createApp(ports, here.schemas, here.modules)
  const maker = clientOf(sender(documented(app, here.schemas)), await companyToken(ports, Number(user.SerialId)))
  return {
    ...here,
    app,
    ports,
    maker,
    send: (call, ...bills) =>
      maker.post(`/Bills/${call}`, { SerialIds: bills.map(({ SerialId }) => Number(SerialId)) }),
    retry: async () => {
      await sql`update job set due_time = now() where state = 'waiting'`.execute(here.db)
      await ports.jobs.runUntilIdle()
    },
  }
}

/**
 * The same with a real mail server, which refuses these recipients for good or for now, and with another printer of
 * slips.
 */
export const noticePortalWithMail = async ({
  unknown = [],
  busy = [],
  slips,
}: {
  unknown?: string[]
  busy?: string[]
  slips?: Ports['slips']
} = {}) => {
  const mail = await mailServer(unknown, busy)
  onTestFinished(mail.close)
  return {
    mail,
    here: await noticePortalWith(smtpGateway({ url: mail.url, from: 'portal@bank.example' }), () =>
      slips ? { slips } : {},
    ),
  }
}

/** Returns the notices in the order of their bills. */
export const noticeRows = ({ db }: Pick<Portal, 'db'>) =>
  db.selectFrom('bill_notice').select(['recipient', 'notify_status', 'tries', 'reason']).orderBy('notice_id').execute()

/** Returns the text of a PDF. */
export const textOfPdf = (pdf: Uint8Array): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'notice-')), 'slip.pdf')
  writeFileSync(file, pdf)
  return execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' })
}
