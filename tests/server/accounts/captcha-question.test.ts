import { expect, test } from 'vitest'
import { portal, twoCompanies } from '../../support/portal'
import { givenUser, password } from './sign-in'

const words: Readonly<Record<string, number>> = { 零: 0, 一: 1, 二: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9 }

const known: Readonly<Record<string, number>> = {
  ...{ 一個人的鼻子數: 1, 獨輪車的輪子數: 1, 一雙筷子的根數: 2, 腳踏車的輪子數: 2, 一個人的耳朵數: 2, 三角形的邊數: 3, 三輪車的輪子數: 3 },
  ...{ 正方形的角數: 4, 一年的季節數: 4, 一隻狗的腳數: 4, 一隻手的手指數: 5, 五角星的尖角數: 5, 一顆骰子的面數: 6, 半打雞蛋的顆數: 6 },
  ...{ 一星期的天數: 7, 彩虹的顏色數: 7, 一隻章魚的腳數: 8, 一隻蜘蛛的腳數: 8 },
}

/** Understands the question as a person would who hears it read. */
const understood = (question: string): string =>
  question
    .split('：')[1]
    ?.split('；')
    .map((part) => {
      const phrase = part.replace(/^第.個是/, '').replace('。', '')
      if (phrase in known) return known[phrase]
      const [x = 0, y = 0, z = 0] = [...phrase].filter((one) => one in words).map((one) => words[one] ?? 0)
      if (phrase.startsWith('從一往上數')) return y
      if (phrase.endsWith('中間的數')) return (x + y) / 2
      if (phrase.endsWith('的兩倍')) return x * 2
      if (phrase.includes('小') || phrase.includes('減')) return x - y - z
      return x + y
    })
    .join('') ?? ''

const house = async () => {
  const here = await portal()
  await twoCompanies(here)
  await givenUser(here)
  const ask = async () => {
    const { VCode } = (await here.request('GET', '/Home/GetVICode')).data
    const { data } = await here.request('GET', '/Ext/Home/GetCaptchaQuestion', { headers: { VCode } })
    return { VCode, question: data.Question as string }
  }
  const login = (VCode: string, answer: string) =>
    here.request('POST', '/EnterpriseArea/Login', {
      body: { UniformNo: '90000017', UserId: 'maker01', Mima: password, VCode: answer },
      headers: { VCode },
    })
  return { ...here, ask, login }
}

test('who cannot see the picture answers a question in words, full-width digits included; it works once', async () => {
  const here = await house()
  const { VCode, question } = await here.ask()
  const answer = understood(question)
  expect(answer).toMatch(/^\d{5}$/)
  expect(question).not.toMatch(/\d{2}/)
  const fullWidth = answer.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
  expect((await here.login(VCode, fullWidth)).code).toBe('0000')
  expect((await here.login(VCode, answer)).code, 'replayed').toBe('1004')
})

test('a wrong answer uses the ticket up, and the answer to another ticket opens nothing', async () => {
  const here = await house()
  const [a, b] = [await here.ask(), await here.ask()]
  expect((await here.login(a.VCode, understood(b.question))).code).toBe('1004')
  expect((await here.login(a.VCode, understood(a.question))).code).toBe('1004')
})

test('the question of a used or lapsed ticket is gone like its picture', async () => {
  const here = await house()
  const { VCode, question } = await here.ask()
  const read = async () => (await here.request('GET', '/Ext/Home/GetCaptchaQuestion', { headers: { VCode } })).status
  expect(await read()).toBe(200)
  await here.login(VCode, understood(question))
  expect(await read()).toBe(404)
  const late = await here.ask()
  here.clock.advance({ seconds: 301 })
  expect((await here.login(late.VCode, understood(late.question))).code).toBe('1004')
})

test('a thousand questions have answers of all digits, each told in words that lead to it', async () => {
  const { captchaQuestion } = await import('../../../src/server/accounts/captcha/question')
  const seen = new Set<string>()
  for (let i = 0; i < 1000; i++) {
    const { question, answer } = await captchaQuestion({ settings: { secret: new Uint8Array(32).fill(7) } }, `ticket ${i}`)
    expect(understood(question), question).toBe(answer)
    for (const digit of answer) seen.add(digit)
  }
  expect(seen.size).toBe(10)
})

test('no pattern fits many of the questions: a thousand of them are put in hundreds of wordings', async () => {
  const { captchaQuestion } = await import('../../../src/server/accounts/captcha/question')
  const phrases = new Map<string, number>()
  for (let i = 0; i < 1000; i++) {
    const { question } = await captchaQuestion({ settings: { secret: new Uint8Array(32).fill(7) } }, `ticket ${i}`)
    for (const part of question.split('：')[1]?.split('；') ?? []) {
      const phrase = part.replace(/^第.個是/, '').replace('。', '')
      phrases.set(phrase, (phrases.get(phrase) ?? 0) + 1)
    }
  }
  expect(phrases.size).toBeGreaterThan(200)
  expect(Math.max(...phrases.values())).toBeLessThan(100)
})

test('an address gets fewer questions than pictures, for a program reads them more easily', async () => {
  const here = await house()
  const { VCode } = await here.ask()
  const times = async (path: string) => {
    for (let n = 1; n <= 400; n++) if ((await here.request('GET', path, { headers: { VCode } })).status === 429) return n - 1
    return 400
  }
  expect(await times('/Ext/Home/GetCaptchaQuestion'), 'one was asked above').toBe(29)
  expect(await times('/Home/GetCaptchaImage')).toBe(300)
})
