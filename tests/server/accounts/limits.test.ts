import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { otpLimits } from '../../../src/contract/one-time-password'
import { coolingOffHours, lockMinutes, maxLoginErrors, pendingDays } from '../../../src/domain/access/portal-user'
import { captchaSeconds } from '../../../src/server/accounts/captcha/captcha'
import { readSettings } from '../../../src/server/node/settings/settings'
import {
  bankCreditLimit,
  bankSignatureLimit,
  captchaLimits,
  certificateLimit,
  loginFieldsLimit,
  otpRateLimits,
  recipientLimit,
  signInLimits,
  stepsPerCode,
} from '../../../src/server/security/rate-limit'
import { sessionSeconds } from '../../../src/server/security/token'

test('the handbook of the server lists the limits of the code', () => {
  const handbook = readFileSync('src/server/README.md', 'utf8')
  const { account, address } = signInLimits
  const { ticket, picture } = captchaLimits
  const day = 24 * 60
  const [smsNumber, mailbox] = [recipientLimit('SMS'), recipientLimit('Email')]
  const { knownAddresses, otherAddresses } = otpRateLimits
  expect([knownAddresses, otherAddresses, smsNumber, mailbox].map(({ minutes }) => minutes)).toEqual([
    day,
    day,
    day,
    day,
  ])
  const { sessionIdleMinutes, payerNumbers } = readSettings({}).settings.portal
  const rows = [
    `| wrong passwords of a user, in a row | ${maxLoginErrors} | locked for ${lockMinutes.first} minutes, doubling up to ${lockMinutes.longest / 60} hours`,
    `| failed sign-ins of an account (company user or payer) | ${account.maxHits} in ${account.minutes} minutes |`,
    `| failed sign-ins from an address | ${address.maxHits} in ${address.minutes} minutes |`,
    `| different numbers that payers sign in with alone, from an address | ${payerNumbers.beforeMoreWork} an hour | more work`,
    `| different numbers that payers sign in with alone, from an address | ${payerNumbers.perHour} an hour | 429`,
    `| one-time passwords of an account, requested from addresses that signed in to it before | ${knownAddresses.maxHits} a day |`,
    `| one-time passwords of an account, requested from all other addresses together | ${otherAddresses.maxHits} a day |`,
    `| codes of an account in a flow | ${otpRateLimits.pause.minutes * 60} seconds apart |`,
    `| one-time passwords requested from an address | ${otpRateLimits.address.maxHits * (60 / otpRateLimits.address.minutes)} an hour |`,
    `| tries of a one-time password | ${otpLimits.tries} within ${otpLimits.codeSeconds / 60} minutes |`,
    `| steps that share a one-time password | ${stepsPerCode}, with ${otpRateLimits.guesses.maxHits} guesses together |`,
    `| step of a one-time password flow | ${otpLimits.stepSeconds / 60} minutes |`,
    `| text messages to a number | ${smsNumber.maxHits} a day |`,
    `| e-mails with one-time passwords to an address | ${mailbox.maxHits} a day |`,
    `| one-time passwords tried from an address | ${otpRateLimits.verify.maxHits} in ${otpRateLimits.verify.minutes} minutes |`,
    `| sign-in fields of accounts, requested from an address | ${loginFieldsLimit.maxHits} in ${loginFieldsLimit.minutes} minutes |`,
    `| certificates checked from an address | ${certificateLimit.maxHits} in ${certificateLimit.minutes} minutes |`,
    `| calls of the bank's system with a wrong signature, from an address | ${bankSignatureLimit.maxHits} in ${bankSignatureLimit.minutes} minutes |`,
    `| credits reported by the bank's system | ${bankCreditLimit.maxHits / bankCreditLimit.minutes} a minute |`,
    `| captcha | 1 guess within ${captchaSeconds / 60} minutes |`,
    `| captchas of an address | ${ticket.maxHits} tickets and ${picture.maxHits} pictures in ${ticket.minutes} minutes |`,
    `| changed e-mail or mobile of a user | ${coolingOffHours} hours |`,
    `| initial password | ${pendingDays} days |`,
    `| session | ${sessionIdleMinutes} idle minutes, ${sessionSeconds / 86_400} days; one per user |`,
  ]
  for (const row of rows) expect(handbook).toContain(row)
})
