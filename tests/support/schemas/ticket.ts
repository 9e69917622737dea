/** A resource whose list has tabs, sums and a default of a filter. */
export const ticket = {
  label: '票券管理',
  unit: '張',
  menu: { group: 'basic', order: 92, icon: 'Celebration' },
  display: '{Title}',
  fields: {
    ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true, writeOnce: true },
    Title: { type: 'string', label: '名稱', required: true, max: 20 },
    State: { type: 'enum', options: { Open: '待處理', Held: '保留', Done: '已處理' }, label: '狀態', default: 'Open' },
    Reason: { type: 'enum', options: { Over: '超繳', Under: '短繳', Late: '逾期' }, label: '原因', required: true },
    Amount: { type: 'money', label: '金額', required: true },
    CurrencyType: { type: 'enum', enum: 'Currency', label: '幣別', default: 'TWD' },
  },
  list: {
    columns: ['Title', 'State', 'Reason', 'Amount'],
    filters: [{ field: 'Title', match: 'contains' }, { field: 'State', default: ['Open', 'Held'] }, 'Reason'],
    totals: ['Amount'],
    tabs: [{ label: '全部待處理' }, { each: 'Reason' }, { label: '已處理', where: { State: ['Done'] } }],
  },
}
