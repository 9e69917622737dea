/**
 * Unusual resources that a bank may add.
 * They lack features that all of the portal's own files have, on which the generated tests must not depend.
 */
export const edgeCaseSchemas = {
  // No field can be changed after creation; no text field, no filters, a key of an option and a month.
  allowance: {
    label: '額度',
    menu: { group: 'basic', order: 910, icon: 'Payments' },
    key: ['ApplyCode', 'Kind', 'Month'],
    display: '{Kind} {Month}',
    fields: {
      ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true, writeOnce: true },
      Kind: { type: 'enum', options: { Large: '大額', Small: '小額' }, label: '種類', required: true, writeOnce: true },
      Month: { type: 'month', label: '月份', required: true, writeOnce: true, min: '2027-01' },
    },
    list: { filters: [] },
  },
  // No text field; a computed field that depends on every field that can be changed; belongs to a company instead of an
  // agreement.
  quota: {
    label: '配額',
    menu: { group: 'basic', order: 911, icon: 'Payments' },
    tenant: 'UniformNo',
    display: '{SerialId}',
    fields: {
      UniformNo: { type: 'uniformNo', label: '統一編號', readOnly: true },
      Amount: { type: 'money', label: '金額', required: true, min: 5, max: 50 },
      Double: { type: 'computed', as: 'money', label: '兩倍', value: { multiply: [{ field: 'Amount' }, 2] } },
    },
    list: { filters: [{ field: 'Double', match: 'range' }] },
  },
  // A key with a pattern; required references to other resources, by code and by number, also within items of which
  // there must be one.
  contest: {
    label: '活動',
    menu: { group: 'basic', order: 912, icon: 'Payments' },
    key: ['ApplyCode', 'ContestNo'],
    display: '{ContestNo}',
    fields: {
      ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true, writeOnce: true },
      ContestNo: {
        type: 'string',
        label: '活動編號',
        required: true,
        max: 6,
        pattern: '^[A-Z]{2}-[0-9]{3}$',
        patternText: '請輸入如 AB-123',
        writeOnce: true,
      },
      Unit: { type: 'reference', to: 'payerUnit', by: 'PayerUnitId', label: '單位', required: true },
      Allowance: { type: 'reference', to: 'quota', label: '配額', required: true },
      Kept: { type: 'boolean', label: '保留', default: false },
      Because: {
        type: 'enum',
        options: { Won: '得獎', Lost: '未得獎' },
        label: '原因',
        optionsWhen: { Won: { field: 'Kept', is: true } },
      },
      Prizes: {
        type: 'rows',
        label: '獎項',
        min: 1,
        max: 3,
        fields: {
          Payer: { type: 'reference', to: 'payer', by: 'PayerId', label: '得獎人', required: true },
          Amount: { type: 'money', label: '獎金', required: true, min: 1 },
        },
      },
    },
    list: { filters: [{ field: 'ContestNo', match: 'exact' }, 'Kept'] },
  },
  // Reference data of the bank; below it, a reference to a fixture that itself requires references.
  venue: {
    label: '場地',
    page: false,
    tenant: 'shared',
    display: '{VenueNo}',
    endpoints: { operations: ['list', 'get', 'create', 'update', 'delete', 'selectList'] },
    fields: {
      VenueNo: { type: 'integer', label: '編號', required: true, unique: [], writeOnce: true },
      Since: { type: 'date', label: '啟用日', max: 'today' },
      Share: { type: 'percent', label: '分攤', min: 90 },
    },
    list: { filters: [{ field: 'VenueNo', match: 'exact' }] },
  },
  booking: {
    label: '預約',
    menu: { group: 'basic', order: 913, icon: 'Payments' },
    display: '{SerialId}',
    fields: {
      ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true, writeOnce: true },
      ContestNo: { type: 'reference', to: 'contest', by: 'ContestNo', label: '活動', required: true },
      Venue: { type: 'reference', to: 'venue', by: 'VenueNo', label: '場地', required: true },
      From: { type: 'time', label: '起', required: true, min: '18:00' },
      Until: { type: 'time', label: '迄', required: true, min: { field: 'From' } },
    },
    list: { filters: ['ContestNo'] },
  },
}
