import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from '../../../src/server/node/settings/settings'

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://portal@db/portal',
  SESSION_SECRET: 'a secret that only this test knows',
  BANK_CODE: '004',
  SMTP_URL: 'smtp://mail.example.com',
  MAIL_FROM: 'service@bank.example',
}
const problems = (env: Record<string, string>) => readSettings({ ...production, ...env }).problems

test('links lead only to hosts that the bank names, over https', () => {
  const good = {
    EBILL_URL: 'https://ebill.example.com/pay?a={Account}&m={Amount}',
    LINK_HOSTS: 'mbank.example.com, ebill.example.com',
  }
  expect(problems(good)).toEqual([])
  expect(readSettings({ ...production, ...good }).settings.portal.links).toEqual({
    eBill: good.EBILL_URL,
    bankMobile: null,
  })
  expect(problems({ ...good, LINK_HOSTS: 'example.com' })).toEqual([
    expect.stringContaining('EBILL_URL leads to ebill.example.com, which is not in LINK_HOSTS'),
  ])
  expect(problems({ ...good, EBILL_URL: 'http://ebill.example.com/' })).toEqual([
    expect.stringContaining('EBILL_URL must be an https address'),
  ])
  expect(problems({ ...good, EBILL_URL: 'https://ebill.example.com/' }), 'nobody would find the bill there').toEqual([
    expect.stringContaining('{Account}'),
  ])
  for (const BANK_MOBILE_URL of [
    'https://{Account}.example.com/',
    'javascript:alert(1)',
    'https://ebill.example.com@evil.example/',
    'mbank',
  ])
    expect(problems({ ...good, BANK_MOBILE_URL }), BANK_MOBILE_URL).toEqual([
      expect.stringContaining('BANK_MOBILE_URL'),
    ])
})

test('mail needs a sender, text messages an https gateway', () => {
  expect(
    problems({
      SMTP_URL: 'smtp://mail.example.com',
      MAIL_FROM: '示範銀行 <service@bank.example>',
      SMS_URL: 'https://sms.example.com/send',
    }),
  ).toEqual([])
  expect(problems({ MAIL_FROM: '' })).toEqual([expect.stringContaining('MAIL_FROM')])
  expect(problems({ SMTP_URL: 'mail.example.com', MAIL_FROM: 'a@b.example\r\nBcc: c@d.example' })).toHaveLength(2)
  expect(problems({ SMS_URL: 'http://sms.example.com' })).toEqual([expect.stringContaining('SMS_URL')])
})

test('in demo mode links lead to the demo bank of the portal itself', () => {
  expect(readSettings({}).settings.portal.links.eBill).toBe('/demo/bank?Channel=eBill&Account={Account}')
})

test('the bank’s own legal texts are read from a folder, as far as they exist', () => {
  const folder = mkdtempSync(join(tmpdir(), 'texts-'))
  writeFileSync(join(folder, 'privacy.txt'), '# 個資告知\n本行…\n')
  writeFileSync(join(folder, 'contact.txt'), '\n')
  expect(readSettings({ SITE_TEXTS_DIR: folder }).settings.site.texts).toEqual({ privacy: '# 個資告知\n本行…' })
  expect(readSettings({}).settings.site.texts).toEqual({})
  expect(readSettings({ SITE_TEXTS_DIR: join(folder, 'typo') }).problems).toEqual([
    expect.stringMatching(/SITE_TEXTS_DIR is ".*typo", but none of privacy\.txt/),
  ])
})
