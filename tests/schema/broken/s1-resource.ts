import { type Cases, sound } from './changed-files'

export const resourceChecks = {
  S114: {
    silent: sound.set('club.display', '{SerialId} {UpdateTime}'),
    'display names no field': sound.set('club.display', '{ClubCode} {Naem}').gives(`
      S114 club: display refers to 'Naem', which is not a field of 'club'.
        Name fields of this file, in their own spelling.`),
    'display with an open brace': sound.set('club.display', '{ClubCode} {ClubName').gives(`
      S114 club: display has a '{' without its counterpart.
        Fields stand in braces, such as {FeeCode}.`),
    'key is no field': sound
      .remove('club.actions')
      .set('club.key', ['ApplyCode', 'ClubId'])
      .gives(`
      S501 club at fields: no field keeps the column 'serial_id', which holds 3 values.
        Has a field got another name? Say "was", and its data move along. Else save what is needed and drop the column by hand.
      S114 club: key[1] refers to 'ClubId', which is not a field of 'club'.
        Did you mean 'ClubNo'?`),
    'unique where no option': sound.set('club.fields.ClubCode.uniqueWhere', { State: ['Live'] }).gives(`
      S114 club: fields.ClubCode.uniqueWhere.State[0] is 'Live', which is not a value of 'State'.
        Known are 'Active', 'Inactive'.`),
    'unique within shared': sound
      .set('Deal.tenant', 'shared')
      .set('Deal.fields.ApplyCode.unique', true)
      .gives(`
      S114 Deal at fields.ApplyCode.unique: fields.ApplyCode cannot be unique within the tenant: the resource is shared. Name the fields, or make it the key.
        Name fields of this file, in their own spelling.`),
  },
  S115: {
    silent: sound.set('Deal.tenant', 'shared'),
    'no tenant': sound.remove('member.fields.ApplyCode').gives(`
      S308 club: fields.Members.by[0] refers to 'ApplyCode', which is not a field of 'member'.
        Known are 'ClubCode', 'State', 'SerialId', 'CreateUser', 'CreateTime', 'UpdateUser', 'UpdateTime'.
      S115 member at the top: the tenant must be ApplyCode or UniformNo, and a field.
        Declare the field, or say "tenant": "shared" if everybody who is signed in may read it.`),
    'tenant is no field': sound.set('Deal.tenant', 'UniformNo').gives(`
      S115 Deal at tenant: the tenant must be ApplyCode or UniformNo, and a field.
        Declare the field, or say "tenant": "shared" if everybody who is signed in may read it.`),
    'two tenants': sound.set('Deal.fields.UniformNo', { type: 'uniformNo', label: '統一編號', readOnly: true }).gives(`
      S115 Deal at the top: the file must say 'tenant'.
        Both ApplyCode and UniformNo are fields: UniformNo where the record is the company's, ApplyCode where it is an agreement's.`),
  },
  S116: {
    silent: sound.remove('club.menu').set('club.page', false),
    'menu without page': sound.set('member.menu', { group: 'basic', order: 9, icon: 'Groups' }).gives(`
      S116 member at menu: 'menu' cannot stand in a file that says "page": false.
        A page has a menu entry and, of kind 'records', fields; without a page ("page": false) it has no menu; a planned one has nothing else yet.`),
    'page without menu': sound.remove('club.menu').gives(`
      S116 club at the top: a page must say 'menu'.
        A page has a menu entry and, of kind 'records', fields; without a page ("page": false) it has no menu; a planned one has nothing else yet.`),
    'planned with a list': sound.set('later.list', { filters: [] }).gives(`
      S116 later at list: 'list' cannot be said of a page that is only planned.
        A page has a menu entry and, of kind 'records', fields; without a page ("page": false) it has no menu; a planned one has nothing else yet.`),
    'records without fields': sound.remove('later.kind').gives(`
      S116 later at the top: a resource of kind 'records' must say 'fields'.
        A page has a menu entry and, of kind 'records', fields; without a page ("page": false) it has no menu; a planned one has nothing else yet.`),
  },
  S117: {
    silent: sound.set('club.fields.Lines.fields.Amount.min', 1),
    'picture in a row': sound.set('club.fields.Lines.fields.Logo', { type: 'image', label: '圖示' }).gives(`
      S117 club: fields.Lines.fields.Logo cannot be of type 'image': it stands in a row.
        Rows hold plain values. Make it a field of the record, or a resource of its own that refers to this one.`),
    'rows in rows': sound
      .set('club.fields.Lines.fields.Inner', { type: 'rows', label: '明細', max: 5, fields: { Amount: { type: 'money', label: '金額', required: true } } })
      .gives(`
      S117 club: fields.Lines.fields.Inner cannot be of type 'rows': it stands in a row.
        Rows hold plain values. Make it a field of the record, or a resource of its own that refers to this one.`),
    'unique in a row': sound.set('club.fields.Lines.fields.Amount.unique', true).gives(`
      S117 club at fields.Lines.fields.Amount.unique: fields.Lines.fields.Amount cannot be 'unique': it stands in a row.
        Rows hold plain values. Make it a field of the record, or a resource of its own that refers to this one.`),
  },
  S118: {
    silent: sound.set('club.accepted', { W905: 'It has ten rows.' }).remove('club.list.filters'),
    'acceptance of no advice': sound.set('club.accepted', { W9O5: 'x' }).gives(`
      S118 club: accepted.W9O5 must be the id of an advice.
        Did you mean 'W905'?`),
    'error switched off': sound.set('club.accepted', { S201: 'it is fine' }).gives(`
      S118 club at accepted.S201: the error S201 cannot be switched off.
        Mend it: only advice (W) can be accepted, with its reason.`),
    'idle acceptance': sound.set('club.accepted', { W905: 'x' }).gives(`
      S118 club: accepted.W905 switches off advice that is not given here.
        Take it out.`),
  },
  S119: {
    silent: sound.set('club.fields.ClubName.help', '長'.repeat(200_000)),
  },
  S120: {
    silent: sound.set('club.fields.ClubName.help', '"label": "社團", "label": "社團"'),
  },
  S123: {
    silent: sound.set('club.fields.ClubCode.pattern', '^(?!CHESS)(?:[A-Z]{2}-?){2}\\d{2,3}$').set('club.fields.ClubNo', {
      type: 'string',
      label: '編號',
      max: 6,
      lengthOf: 'ApplyCode.NoLen',
      pattern: '^(?=.*7)(.)\\1+$',
      patternText: '請輸入相同的數字',
      examples: ['777', '7777'],
    }),
    'example that is refused': sound.set('club.fields.ClubCode.examples', ['CHESS', 'go']).gives(`
      S123 club: fields.ClubCode.examples[1] is 'go', which the field would refuse.
        社團代碼格式不正確，請輸入大寫字母。`),
    'mobile number of five': sound
      .set('club.fields.Phone', { type: 'mobile', label: '電話', personal: 'mobile', max: 5 })
      .add('club.form[0].fields', 'Phone')
      .gives(`
      S123 club: fields.Phone cannot be filled in: no value is known that it takes.
        電話最多 5 個字，目前 10 個字。`),
    'pattern that nobody can spell': sound
      .set('club.fields.ClubNo.pattern', '^(?=.*7)(.)\\1+$')
      .set('club.fields.ClubNo.patternText', '請輸入相同的數字')
      .gives(`
      S123 club: fields.ClubNo cannot be filled in: no value is known that it takes.
        Say values that it takes: "examples": ["…"].`),
  },
  S124: {
    silent: sound.set('club.fields.ClubCode.pattern', '^(?=.*[A-Z])[A-Z]+(?:-[A-Z]+)*$'),
    'loop in a loop': sound.set('club.fields.ClubCode.pattern', '^([A-Z]+)+$').gives(`
      S124 club: fields.ClubCode.pattern cannot be used: to refuse a value of 50 characters may take more than 100000 steps.
        Let each part of a value fit one part of the pattern alone, as in ^[A-Z]+( [A-Z]+)*$ and not in ^([A-Z]+ ?)+$, or allow fewer characters by "max".`),
  },
  S125: {
    silent: sound.set('club.key', ['ApplyCode', 'ClubCode']),
    'names a field twice': sound.set('club.key', ['SerialId', 'SerialId']).gives(`
      S411 club: actions.Remind.call cannot be 'Club.Remind': its path takes 1 parts of a key, and the key has 2.
        Choose a call that fits: as many parts of a key as the record has, and a file where 'afterwards' is 'download'.
      S125 club at key[1]: the key names 'SerialId' a second time.
        Take one of the two out.`),
    'tenant alone': sound.set('club.key', 'ApplyCode').gives(`
      S501 club at fields: no field keeps the column 'serial_id', which holds 3 values.
        Has a field got another name? Say "was", and its data move along. Else save what is needed and drop the column by hand.
      S125 club at key: the key cannot be 'ApplyCode' alone: that is whose a record is, and a tenant has many records.
        Name what tells the records of one tenant apart as well, or leave "key" out: records are numbered then. Only the file that the references of others lead to, such as Agreement, has its tenant as its key.`),
  },
  S130: {
    silent: sound
      .set('club.endpoints', { controller: 'Society' })
      .set('club.fields.Photo', { type: 'file', label: '照片', accept: ['png'], maxBytes: 1000 })
      .set('member.fields.Photo', { type: 'image', label: '照片' }),
    'file of a generated form': sound.set('member.fields.Photo', { type: 'file', label: '照片', accept: ['png'], maxBytes: 1000 }).gives(`
      S130 member: fields.Photo.type is 'file'; no such screen in resources/member sends it, and no 'Member.create' in src/server/routes takes it.
        Write the screen and the call as those of billImportList, or say 'image' where a small picture is meant.`),
    'file of a generic call': sound
      .set('club.fields.Photo', { type: 'file', label: '照片', accept: ['png'], maxBytes: 1000 })
      .add('club.form[0].fields', 'Photo')
      .gives(`
      S130 club: fields.Photo.type is 'file'; no such screen in resources/club sends it, and no 'Club.create' in src/server/routes takes it.
        Write the screen and the call as those of billImportList, or say 'image' where a small picture is meant.`),
  },
} satisfies Cases
