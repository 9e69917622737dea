import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { askConfirmation, askPassword, askText, showWarning } from '../../src/browser/dialogs/dialogs'
import { violations } from '../support/browser/axe'
import { draw } from '../support/browser/page'

test('a confirmation resolves to true on yes, to false on no and on Escape', async () => {
  draw(null)
  const yes = askConfirmation('確定要離開嗎？')
  await page.getByRole('button', { name: '確定' }).click()
  expect(await yes).toBe(true)
  const no = askConfirmation('確定要離開嗎？')
  await page.getByRole('button', { name: '取消' }).click()
  expect(await no).toBe(false)
  const escaped = askConfirmation('確定要離開嗎？')
  await expect.element(page.getByRole('alertdialog', { name: '確定要離開嗎？' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(await escaped).toBe(false)
})

test('a confirmation of what cannot be undone has a button in the colour of danger, and the focus is on the other one', async () => {
  draw(null)
  const answer = askConfirmation('確定要作廢嗎？', { confirmText: '作廢', danger: true })
  await expect.element(page.getByRole('button', { name: '取消' })).toHaveFocus()
  const danger = getComputedStyle(document.documentElement).getPropertyValue('--danger')
  const confirm = page.getByRole('button', { name: '作廢' })
  await expect.element(confirm).toHaveStyle({ backgroundColor: danger })
  expect(await violations()).toEqual([])
  await confirm.click()
  expect(await answer).toBe(true)
})

test('a question whose confirmation loses input has the filled button on the answer that keeps it', async () => {
  draw(null)
  const answer = askConfirmation('確定要離開嗎？', { confirmText: '離開', cancelText: '繼續編輯', discards: true })
  await expect.element(page.getByRole('button', { name: '離開' })).toHaveClass('button-plain')
  await expect.element(page.getByRole('button', { name: '繼續編輯' })).not.toHaveClass('button-plain')
  expect(await violations()).toEqual([])
  await page.getByRole('button', { name: '離開' }).click()
  expect(await answer).toBe(true)
})

test('dialogs are shown one after the other; equal warnings are shown once', async () => {
  draw(null)
  const answers = [showWarning('第一'), showWarning('第二'), showWarning('第一')]
  await expect.element(page.getByRole('alertdialog', { name: '第一' })).toBeVisible()
  await page.getByRole('button', { name: '確定' }).click()
  await expect.element(page.getByRole('alertdialog', { name: '第二' })).toBeVisible()
  await page.getByRole('button', { name: '確定' }).click()
  expect(await Promise.all(answers)).toEqual([true, true, true])
})

test('a dialog that can only be confirmed stays open on repeated Escape, and the next one follows it', async () => {
  draw(null)
  const answers = [showWarning('發生錯誤', '', { dismissible: false }), askConfirmation('確定要離開嗎？')]
  const failure = page.getByRole('alertdialog', { name: '發生錯誤' })
  await expect.element(failure).toBeVisible()
  for (let times = 1; times <= 6; times += 1) {
    await userEvent.keyboard('{Escape}')
    await expect.element(failure).toBeVisible()
  }
  await expect.element(page.getByRole('button', { name: '確定' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alertdialog', { name: '確定要離開嗎？' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(await Promise.all(answers)).toEqual([true, false])
})

test('equal requests for the password are answered one after the other, each with an empty input', async () => {
  draw(null)
  const answers = [askPassword('變更使用者需要您的密碼。'), askPassword('變更使用者需要您的密碼。')]
  const input = page.getByRole('textbox', { name: '您的密碼' })
  await input.fill('first')
  await page.getByRole('button', { name: '確定' }).click()
  await expect.element(input).toHaveValue('')
  await input.fill('second')
  await page.getByRole('button', { name: '確定' }).click()
  expect(await Promise.all(answers)).toEqual(['first', 'second'])
})

test('a dialog says itself what is missing in its input', async () => {
  draw(null)
  const answer = askText('請輸入查看事由', '事由會記入查詢紀錄。', { label: '事由', length: { min: 2, max: 200 } })
  const input = page.getByRole('textbox', { name: '事由' })
  const submit = page.getByRole('button', { name: '確定' })
  await submit.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('請輸入「事由」，至少 2 個字。')
  await expect.element(input).toHaveFocus()
  await expect.element(input).toHaveAccessibleDescription('請輸入「事由」，至少 2 個字。')
  expect(await violations()).toEqual([])
  await userEvent.keyboard('查')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await submit.click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await input.fill('客戶來電')
  await submit.click()
  expect(await answer).toBe('客戶來電')
})

test('Escape closes equal questions one after the other', async () => {
  draw(null)
  const answers = [1, 2, 3, 4].map(() => askConfirmation('確定要刪除嗎？'))
  for (const answer of answers) {
    await expect.element(page.getByRole('alertdialog', { name: '確定要刪除嗎？' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    expect(await answer).toBe(false)
  }
})
