import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { otpLimits } from '../../../src/contract/one-time-password'
import { lockMinutes, maxLoginErrors, pendingDays } from '../../../src/domain/portal-user'
import { readSettings } from '../../../src/server/node/settings'
import { captchaSeconds } from '../../../src/server/session/captcha'
import { captchaLimits, certificateLimit, otpRateLimits, signInLimits } from '../../../src/server/session/rate-limit'
import { sessionSeconds } from '../../../src/server/session/token'

test('README names the limits that the code keeps', () => {
  const readme = readFileSync('README.md', 'utf8')
  const { account, address } = signInLimits
  const { ticket, picture, question } = captchaLimits
  const day = 24 * 60
  expect([otpRateLimits.account.minutes, otpRateLimits.smsNumber.minutes, otpRateLimits.mailbox.minutes]).toEqual([day, day, day])
  const rows = [
    `| wrong passwords of a user, in a row | ${maxLoginErrors} | locked for ${lockMinutes.first} minutes, doubling up to ${lockMinutes.longest / 60} hours`,
    `| failed sign-ins of an account (company user or payer) | ${account.hits} in ${account.minutes} minutes |`,
    `| failed sign-ins from an address | ${address.hits} in ${address.minutes} minutes |`,
    `| one-time passwords of an account, asked for from one address | ${otpRateLimits.account.hits} a day |`,
    `| codes of an account in a flow | ${otpRateLimits.pause.minutes * 60} seconds apart |`,
    `| one-time passwords asked for from an address | ${otpRateLimits.address.hits * (60 / otpRateLimits.address.minutes)} an hour |`,
    `| tries of a one-time password | ${otpLimits.tries} within ${otpLimits.codeSeconds / 60} minutes |`,
    `| step of a one-time password flow | ${otpLimits.stepSeconds / 60} minutes |`,
    `| text messages to a number | ${otpRateLimits.smsNumber.hits} a day |`,
    `| e-mails with one-time passwords to an address | ${otpRateLimits.mailbox.hits} a day |`,
    `| one-time passwords tried from an address | ${otpRateLimits.verify.hits} in ${otpRateLimits.verify.minutes} minutes |`,
    `| certificates checked from an address | ${certificateLimit.hits} in ${certificateLimit.minutes} minutes |`,
    `| captcha | 1 guess within ${captchaSeconds / 60} minutes |`,
    `| captchas of an address | ${ticket.hits} tickets, ${picture.hits} pictures, ${question.hits} questions in words in ${ticket.minutes} minutes |`,
    `| initial password | ${pendingDays} days |`,
    `| session | ${readSettings({}).settings.portal.sessionIdleMinutes} idle minutes, ${sessionSeconds / 86_400} days; one per user |`,
  ]
  for (const row of rows) expect(readme).toContain(row)
})
