import { HttpResponse, http } from 'msw'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RecordValues } from '../../../src/schema/language/types'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { network, throughApp } from '../../support/browser/msw'
import { everyType } from '../../support/schemas/every-type'
import { drawAdmin, signIn } from '../admin-page'

/** A paid line hides its expected cost. */
const order = {
  label: '訂單設定',
  menu: { group: 'basic', order: 91, icon: 'Celebration' },
  display: '{Title}',
  fields: {
    ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true },
    Title: { type: 'string', label: '名稱', required: true, max: 20 },
    Total: { type: 'computed', as: 'money', label: '應付總額', value: { sum: 'Lines.Due' } },
    Lines: {
      type: 'rows',
      label: '明細',
      max: 5,
      fields: {
        Price: { type: 'money', label: '單價', required: true },
        How: {
          type: 'enum',
          options: { Later: '月結', Paid: '已付' },
          label: '付款',
          required: true,
          default: 'Later',
        },
        Due: {
          type: 'computed',
          as: 'money',
          label: '應付',
          value: { field: 'Price' },
          shownWhen: { field: 'How', is: 'Later' },
        },
      },
    },
  },
}

let portal: BrowserPortal
let maker: RecordValues
const worker = network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal({ schemas: { everyType, order } })
  await portal.given.customer()
  await portal.given.agreement()
  await portal.given.fee({ FeeCode: 'F01', FeeName: '管理費' })
  maker = await portal.given.user({ UserId: 'maker01' })
})

beforeEach(async () => {
  await page.viewport(1440, 900)
  await signIn(portal, maker)
})

const cell = (column: string, row: number) => page.getByRole('textbox', { name: `${column} 第 ${row} 列`, exact: true })
const choice = (column: string, row: number) => page.getByRole('combobox', { name: `${column} 第 ${row} 列` })
const add = page.getByRole('button', { name: '新增一列' })
const save = page.getByRole('button', { name: '儲存', exact: true })
const type = (text: string) => userEvent.keyboard(text)

const openForm = async (title: string) => {
  drawAdmin(portal.schemas, '/admin/everyType/create')
  await page.getByRole('textbox', { name: '名稱', exact: true }).fill(title)
}

const stored = async (title: string) => {
  const row = await portal.db.selectFrom('every_type').selectAll().where('title', '=', title).executeTakeFirstOrThrow()
  return row as { lines: readonly RecordValues[]; lines_total: number | null } satisfies object
}

const paste = (text: string) => {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

test('list items can be entered with the keyboard alone, are computed while typing, and are saved as shown', async () => {
  await openForm('鍵盤')
  await add.click()
  await type('卡片{Tab}3{Tab}1,500{Enter}')
  await expect.element(cell('品項', 2)).toHaveFocus()
  await type('{ArrowRight}{ArrowRight}20{ArrowUp}')
  await expect.element(cell('單價', 1)).toHaveFocus()
  await type('{ArrowLeft}')
  await expect.element(cell('數量', 1)).toHaveFocus()
  await type('{ArrowDown}2{ArrowLeft}')
  // Within a text the arrow keys move the cursor.
  await expect.element(cell('數量', 2)).toHaveFocus()
  await type('{ArrowLeft}')
  await expect.element(cell('品項', 2)).toHaveFocus()
  await type('信封')
  await expect.element(page.getByRole('cell', { name: '4,500' })).toBeVisible()
  await expect.element(page.getByText('小計合計 4,540')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: '明細總額' })).toHaveValue('4,540')
  await save.click()
  await expect.element(page.getByText('新增成功')).toBeVisible()
  const { lines, lines_total } = await stored('鍵盤')
  expect(lines).toMatchObject([
    { Item: '卡片', Quantity: 3, Each: 1500, Sum: 4500 },
    { Item: '信封', Quantity: 2, Each: 20, Sum: 40 },
  ])
  expect(lines_total).toBe(4540)
})

test('a condition applies to each list item: a hidden field is not required, not sent and not stored', async () => {
  await openForm('條件')
  await add.click()
  await type('卡片{Tab}1{Tab}1')
  await expect.element(cell('寄送地址', 1)).not.toBeInTheDocument()
  await choice('交付方式', 1).click()
  await page.getByRole('option', { name: '郵寄' }).click()
  await expect.element(cell('寄送地址', 1)).toBeRequired()
  await save.click()
  await expect.element(cell('寄送地址', 1)).toHaveAccessibleDescription('請填寫寄送地址。')
  await expect.element(cell('寄送地址', 1)).toHaveFocus()
  await expect.element(page.getByRole('alert')).toHaveTextContent('有 1 格需要修正。第 1 列：請填寫寄送地址。')
  await type('臺北市')
  await choice('交付方式', 1).click()
  await page.getByRole('option', { name: '自取' }).click()
  await save.click()
  await expect.element(page.getByText('新增成功')).toBeVisible()
  expect((await stored('條件')).lines).toMatchObject([{ How: 'Pickup', Address: null }])
})

test('a hidden field of a list item counts in no sum: neither below the items, nor in the form, nor in the stored record', async () => {
  drawAdmin(portal.schemas, '/admin/order/create')
  await page.getByRole('textbox', { name: '名稱', exact: true }).fill('已付')
  await add.click()
  await type('100{Enter}')
  await cell('單價', 2).fill('30')
  await expect.element(page.getByRole('textbox', { name: '應付總額' })).toHaveValue('130')
  await choice('付款', 1).click()
  await page.getByRole('option', { name: '已付' }).click()
  await expect.element(page.getByText('應付合計 30')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: '應付總額' })).toHaveValue('30')
  await save.click()
  await expect.element(page.getByText('新增成功')).toBeVisible()
  const row = await portal.db.selectFrom('order').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ total: 30, lines: [{ Due: null }, { Due: 30 }] })
})

test('pasted spreadsheet cells fill cells to the right and items below; text that cannot be parsed stays for the user to correct', async () => {
  await openForm('貼上')
  await add.click()
  await type('甲{Tab}')
  paste('2\t1,000\t115/11/30\r\n三\t500\t\t\t郵寄\t臺中市\t是\r\n')
  await expect.element(cell('交貨日', 1)).toHaveValue('2026/11/30')
  await expect.element(cell('數量', 2)).toHaveValue('三')
  await expect.element(cell('寄送地址', 2)).toHaveValue('臺中市')
  await cell('品項', 2).fill('乙')
  await save.click()
  await expect.element(cell('數量', 2)).toHaveFocus()
  await expect.element(cell('數量', 2)).toHaveAttribute('aria-invalid', 'true')
  await type('3')
  await choice('費用', 2).fill('F01')
  await page.getByRole('option', { name: 'F01 管理費' }).click()
  await save.click()
  await expect.element(page.getByText('新增成功')).toBeVisible()
  expect((await stored('貼上')).lines).toMatchObject([
    { Item: '甲', Quantity: 2, Each: 1000, Due: '2026-11-30', Urgent: null },
    { Item: '乙', Quantity: 3, Each: 500, How: 'Post', Address: '臺中市', Urgent: true, Fee: 'F01' },
  ])
})

test('a list item is removed with its errors, and the focus stays in the list; the server’s message appears at its cell', async () => {
  const record = await portal.given.record('everyType', {
    ApplyCode: '77001',
    Title: '移除',
    Lines: ['甲', '乙', '丙'].map((Item) => ({ Item, Quantity: 1, Each: 10 })),
  })
  drawAdmin(portal.schemas, `/admin/everyType/${record.SerialId}`)
  await cell('數量', 2).fill('0')
  await userEvent.tab()
  await expect.element(cell('數量', 2)).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: '移除 第 2 列' }).click()
  await expect.element(page.getByRole('button', { name: '移除 第 2 列' })).toHaveFocus()
  await expect.element(cell('品項', 2)).toHaveValue('丙')
  await expect.element(cell('數量', 2)).not.toHaveAttribute('aria-invalid', 'true')
  await choice('費用', 2).fill('F01')
  await page.getByRole('option', { name: 'F01 管理費' }).click()
  await portal.db.updateTable('fee').set({ fee_code: 'F09' }).where('fee_code', '=', 'F01').execute()
  await save.click()
  await expect.element(choice('費用', 2)).toHaveAccessibleDescription('找不到費用「F01」。')
  await expect.element(choice('費用', 2)).toHaveFocus()
})

test('an error of the server stays at a cell until that cell changes, and follows its item when others are added or removed', async () => {
  const Errors = {
    'Lines.0.Item': '品項已停售。',
    'Lines.1.Quantity': '庫存不足。',
    'Lines.2.Item': '第 3 列：品項重複。',
  }
  worker.use(
    http.put(
      '*/api/EveryType/:id',
      () => HttpResponse.json({ ReturnCode: '2002', ReturnMsg: '資料有誤。', OutData: { Errors } }),
      { once: true },
    ),
  )
  const record = await portal.given.record('everyType', {
    ApplyCode: '77001',
    Title: '退回',
    Lines: ['甲', '乙', '丙'].map((Item) => ({ Item, Quantity: 1, Each: 10 })),
  })
  drawAdmin(portal.schemas, `/admin/everyType/${record.SerialId}`)
  await cell('單價', 1).fill('20')
  await save.click()
  await expect.element(cell('品項', 1)).toHaveFocus()
  await expect.element(page.getByRole('alert')).toHaveTextContent('有 3 格需要修正。第 1 列：品項已停售。')
  await type('A')
  await expect.element(cell('品項', 1)).not.toHaveAttribute('aria-invalid', 'true')
  await expect.element(cell('數量', 2)).toHaveAccessibleDescription('庫存不足。')
  await expect.element(cell('品項', 3)).toHaveAccessibleDescription('品項重複。')
  await page.getByRole('button', { name: '移除 第 1 列' }).click()
  await expect.element(cell('數量', 1)).toHaveAccessibleDescription('庫存不足。')
  await expect.element(cell('品項', 2)).toHaveAccessibleDescription('品項重複。')
  await expect.element(page.getByRole('alert')).toHaveTextContent('有 2 格需要修正。第 1 列：庫存不足。')
  // An error that the form itself finds takes precedence; the save that it prevents sends nothing.
  await cell('數量', 2).fill('0')
  await save.click()
  await expect.element(cell('數量', 1)).toHaveAccessibleDescription('庫存不足。')
  await cell('數量', 2).fill('2')
  await save.click()
  await expect.element(page.getByText('儲存成功')).toBeVisible()
})

test('the headings of a long list of items stay in view, in the form and on the detail page; cards scroll with the page', async () => {
  const Lines = Array.from({ length: 30 }, (_, index) => ({ Item: `第 ${index + 1} 項`, Quantity: 1, Each: 10 }))
  const record = await portal.given.record('everyType', { ApplyCode: '77001', Title: '長清單', Lines })
  for (const path of [`/admin/everyType/${record.SerialId}`, `/admin/everyType/${record.SerialId}/show`]) {
    drawAdmin(portal.schemas, path)
    const region = page.getByRole('region', { name: /^明細，可/ })
    await expect.element(region).toBeVisible()
    region.element().scrollTop = 600
    const heading = region.getByRole('columnheader', { name: '品項' }).element().getBoundingClientRect()
    expect(heading.top).toBeGreaterThanOrEqual(region.element().getBoundingClientRect().top)
    expect(heading.bottom).toBeLessThan(region.element().getBoundingClientRect().top + 60)
    expect(region.element().clientHeight).toBeLessThanOrEqual(660)
  }
  await page.viewport(390, 844)
  drawAdmin(portal.schemas, `/admin/everyType/${record.SerialId}`)
  await expect.element(cell('單價', 1)).toBeVisible()
  expect(page.getByRole('region', { name: /^明細，可/ }).elements()).toEqual([])
})

test('on a narrow screen each list item is a card as wide as the screen', async () => {
  await page.viewport(390, 844)
  const record = await portal.given.record('everyType', {
    ApplyCode: '77001',
    Title: '卡片',
    Lines: [{ Item: '甲', Quantity: 1, Each: 10 }],
  })
  drawAdmin(portal.schemas, `/admin/everyType/${record.SerialId}`)
  await expect.element(cell('單價', 1)).toBeVisible()
  const [name, price] = [cell('品項', 1), cell('單價', 1)].map((one) => one.element().getBoundingClientRect())
  expect(price?.top).toBeGreaterThan(name?.bottom ?? 0)
  expect(document.documentElement.scrollWidth).toBe(390)
})

test('a list item requires a field as soon as a field of the record requires it', async () => {
  await openForm('卡號')
  await add.click()
  await expect.element(cell('品項', 1)).toBeVisible()
  await expect.element(cell('卡號', 1)).not.toBeInTheDocument()
  await page.getByRole('combobox', { name: '形式' }).click()
  await page.getByRole('option', { name: '卡片' }).click()
  await cell('卡號', 1).fill('A1')
  await page.getByRole('combobox', { name: '形式' }).click()
  await page.getByRole('option', { name: '信函' }).click()
  await expect.element(cell('卡號', 1)).not.toBeInTheDocument()
})
