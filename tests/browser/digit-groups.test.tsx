import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { DigitGroups } from '../../src/browser/DigitGroups'
import { TextWithAccounts } from '../../src/browser/TextWithAccounts'
import { groupedAccount } from '../../src/domain/accounts/account-text'
import { foldText, withoutGroups } from '../../src/domain/text-folding'
import { draw } from '../support/browser/page'

const account = '77001260001235'

const copied = (element: Element): string => {
  const selection = getSelection()
  selection?.selectAllChildren(element)
  return selection?.toString() ?? ''
}

test('an account is shown in groups of four, and copied without gaps', async () => {
  draw(<DigitGroups account={account} />)
  const shown = page.getByText('7700', { exact: true })
  await expect.element(shown).toBeVisible()
  const groups = [...(shown.element().parentElement?.children ?? [])]
  expect(groups.map((group) => group.textContent)).toEqual(['7700', '1260', '0012', '35'])
  const [first, second] = groups.map((group) => group.getBoundingClientRect())
  expect((second?.left ?? 0) - (first?.right ?? 0)).toBeGreaterThan(3)
  expect(copied(shown.element().parentElement ?? document.body)).toBe(account)
})

test('an account in a sentence is copied without gaps too, and other numbers stay', async () => {
  const text = `虛擬帳號 ${groupedAccount(account)} 收到 2026/11/30 的 1,000 元。`
  draw(
    <p>
      <TextWithAccounts text={text} />
    </p>,
  )
  const sentence = page.getByRole('paragraph')
  await expect.element(sentence).toHaveTextContent(`虛擬帳號 ${account} 收到 2026/11/30 的 1,000 元。`)
  expect(copied(sentence.element())).toContain(account)
})

test('a search with the gaps of a sentence finds the account', () => {
  expect(withoutGroups(foldText(groupedAccount(account)))).toBe(account)
})
