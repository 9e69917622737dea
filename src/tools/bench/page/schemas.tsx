/** Twelve columns of the usual kinds. */
const columns = {
  BillNo: { type: 'string', label: '帳單編號', max: 20 },
  PayerName: { type: 'string', label: '繳款人', max: 20 },
  Amount: { type: 'money', label: '應繳金額' },
  Paid: { type: 'money', label: '已繳金額' },
  StartDate: { type: 'date', label: '繳款起日' },
  EndDate: { type: 'date', label: '繳款截止日' },
  Kind: { type: 'enum', options: { Fee: '管理費', Parking: '車位費' }, label: '類別' },
  Channel: { type: 'enum', options: { Store: '超商', Bank: '臨櫃', Atm: 'ATM' }, label: '通路' },
  Debit: { type: 'boolean', label: '約定扣款' },
  Count: { type: 'integer', label: '列印次數' },
  PayerNo: { type: 'string', label: '繳款人編號', max: 10 },
  Remark: { type: 'string', label: '備註', max: 40 },
}

const list = { columns: Object.keys(columns), filters: ['BillNo', 'PayerName', 'Kind', 'Channel'] }

const bill = (label: string, order: number) => ({
  label,
  menu: { group: 'basic', order, icon: 'ReceiptLong' },
  display: '{BillNo} {PayerName}',
  endpoints: { operations: ['list', 'get', 'create', 'update', 'delete', 'multiDelete'] },
  fields: { ApplyCode: { type: 'string', label: '委託單位', max: 5 }, ...columns },
  list,
})

/** A bill with a list of items as long as lists may be. */
const lines = {
  label: '明細',
  menu: { group: 'basic', order: 30, icon: 'ReceiptLong' },
  display: '{Title}',
  fields: {
    ApplyCode: { type: 'string', label: '委託單位', max: 5 },
    Title: { type: 'string', label: '名稱', required: true, max: 20 },
    Lines: {
      type: 'rows',
      label: '明細',
      max: 100,
      fields: {
        Item: { type: 'string', label: '品項', required: true, max: 20 },
        Quantity: { type: 'integer', label: '數量', required: true, min: 1 },
        Each: { type: 'money', label: '單價', required: true },
        Due: { type: 'date', label: '交貨日' },
        How: { type: 'enum', options: { Post: '郵寄', Pickup: '自取' }, label: '交付方式' },
        Address: { type: 'string', label: '寄送地址', max: 60, shownWhen: { field: 'How', is: 'Post' } },
        Sum: { type: 'computed', as: 'money', label: '小計', value: { multiply: [{ field: 'Quantity' }, { field: 'Each' }] } },
      },
    },
    Total: { type: 'computed', as: 'money', label: '總額', value: { sum: 'Lines.Sum' } },
  },
}

/** The files of the benchmark's portal: the same list from its schema and by hand, and a form with a long list of rows. */
export const schemaFiles = Object.entries({ fromSchema: bill('由檔案產生', 10), handWritten: bill('手寫', 20), lines }).map(([name, schema]) => ({
  file: `schemas/${name}.json`,
  text: JSON.stringify(schema),
}))
