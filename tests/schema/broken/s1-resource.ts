import { type Cases, validFiles, withField, withReport, withView } from './changed-files'

export const resourceChecks = {
  S114: {
    silent: validFiles.set('club.display', '{SerialId} {UpdateTime}'),
    'display names no field': validFiles.set('club.display', '{ClubCode} {Naem}').gives(`
      S114 club: display refers to 'Naem', which is not a field of 'club'.
        Use field names of this file.`),
    'display with an open brace': validFiles.set('club.display', '{ClubCode} {ClubName').gives(`
      S114 club: display has an unmatched '{'.
        A placeholder is a field name in braces, such as {FeeCode}.`),
    'heading names no field': validFiles
      .set('club.title', '{ClubNaem}')
      .set('club.subtitle', '{ClubCode')
      .gives(`
      S114 club: title refers to 'ClubNaem', which is not a field of 'club'.
        Did you mean 'ClubName'?
      S114 club: subtitle has an unmatched '{'.
        A placeholder is a field name in braces, such as {FeeCode}.`),
    'key is no field': validFiles
      .remove('club.actions')
      .set('club.key', ['ApplyCode', 'ClubId'])
      .gives(`
      S114 club: key[1] refers to 'ClubId', which is not a field of 'club'.
        Did you mean 'ClubNo'?`),
    'unique where no option': validFiles.set('club.fields.ClubCode.uniqueWhere', { State: ['Live'] }).gives(`
      S114 club: fields.ClubCode.uniqueWhere.State[0] is 'Live', which is not a value of 'State'.
        Known names: 'Active', 'Inactive'.`),
    'unique within shared': validFiles
      .set('Deal.tenant', 'shared')
      .set('Deal.fields.ApplyCode.unique', true)
      .gives(`
      S114 Deal: fields.ApplyCode.unique cannot be true: a shared resource has no tenant.
        Set it to a list of fields, or make the field the key.`),
  },
  S115: {
    silent: validFiles.set('Deal.tenant', 'shared'),
    'no tenant': validFiles.remove('member.fields.ApplyCode').gives(`
      S308 club: fields.Members.by[0] refers to 'ApplyCode', which is not a field of 'member'.
        Known names: 'ClubCode', 'State', 'SerialId', 'CreateUser', 'CreateTime', 'UpdateUser', 'UpdateTime'.
      S115 member at the top: the tenant must be a declared field ApplyCode or UniformNo.
        Declare the field, or set "tenant": "shared" if every signed-in user may read the records.`),
    'tenant is no field': validFiles.set('Deal.tenant', 'UniformNo').gives(`
      S115 Deal at tenant: the tenant must be a declared field ApplyCode or UniformNo.
        Declare the field, or set "tenant": "shared" if every signed-in user may read the records.`),
    'two tenants': validFiles
      .set('Deal.fields.UniformNo', { type: 'uniformNo', label: '統一編號', readOnly: true })
      .gives(`
      S115 Deal at the top: the file must have 'tenant'.
        Both ApplyCode and UniformNo are fields: choose UniformNo for records of a company, ApplyCode for records of an agreement.`),
  },
  S116: {
    silent: validFiles.remove('club.menu').set('club.page', false),
    'menu without page': validFiles.set('member.menu', { group: 'basic', order: 9, icon: 'Groups' }).gives(`
      S116 member at menu: 'menu' cannot be combined with "page": false.
        A page has "menu" and, if its kind is 'records', "fields". With "page": false there is no menu.`),
    'page without menu': validFiles.remove('club.menu').gives(`
      S116 club at the top: a page must have 'menu'.
        A page has "menu" and, if its kind is 'records', "fields". With "page": false there is no menu.`),
    'view without its records': withView.remove('clubQuery.of').gives(`
      S116 clubQuery at the top: a page of kind 'view' must have 'of'.
        A page has "menu" and, if its kind is 'records', "fields". With "page": false there is no menu.
      S201 clubQuery: list.columns[0] refers to 'ClubCode', which is not a field of 'clubQuery'.
        Known names: 'SerialId', 'CreateUser', 'CreateTime', 'UpdateUser', 'UpdateTime'.
      S201 clubQuery: list.columns[1] refers to 'ClubName', which is not a field of 'clubQuery'.
        Known names: 'SerialId', 'CreateUser', 'CreateTime', 'UpdateUser', 'UpdateTime'.
      S202 clubQuery: list.filters[0] refers to 'ClubCode', which is not a field of 'clubQuery'.
        Known names: 'SerialId', 'CreateUser', 'CreateTime', 'UpdateUser', 'UpdateTime'.`),
    'view with a key': withView.set('clubQuery.key', 'ClubCode').gives(`
      S116 clubQuery: key cannot be set for a page of kind 'view', which shows the records of another resource.
        A page has "menu" and, if its kind is 'records', "fields". With "page": false there is no menu.`),
    'view with operations': withView.set('clubQuery.endpoints.operations', ['list', 'get', 'create']).gives(`
      S116 clubQuery: endpoints.operations[2] cannot be 'create': a view only lists and shows records.
        A page has "menu" and, if its kind is 'records', "fields". With "page": false there is no menu.`),
    'condition without a view': validFiles.set('club.where', { State: ['Active'] }).gives(`
      S116 club: where cannot be set: only a view or a report lists other records.
        A page has "menu" and, if its kind is 'records', "fields". With "page": false there is no menu.`),
    'records without fields': validFiles.remove('later.kind').gives(`
      S116 later at the top: a resource of kind 'records' must have 'fields'.
        A page has "menu" and, if its kind is 'records', "fields". With "page": false there is no menu.`),
  },
  S117: {
    silent: validFiles.set('club.fields.Lines.fields.Amount.min', 1),
    'picture in a row': validFiles.set('club.fields.Lines.fields.Logo', { type: 'image', label: '圖示' }).gives(`
      S117 club: fields.Lines.fields.Logo cannot be of type 'image': it is a field of list items.
        Items contain plain values. Move the field to the record, or to a resource of its own that refers to this one.`),
    'rows in rows': validFiles
      .set('club.fields.Lines.fields.Inner', {
        type: 'rows',
        label: '明細',
        max: 5,
        fields: { Amount: { type: 'money', label: '金額', required: true } },
      })
      .gives(`
      S117 club: fields.Lines.fields.Inner cannot be of type 'rows': it is a field of list items.
        Items contain plain values. Move the field to the record, or to a resource of its own that refers to this one.`),
    'unique in a row': validFiles.set('club.fields.Lines.fields.Amount.unique', true).gives(`
      S117 club: fields.Lines.fields.Amount.unique cannot be set: this is a field of list items.
        Items contain plain values. Move the field to the record, or to a resource of its own that refers to this one.`),
  },
  S118: {
    silent: validFiles.set('club.accepted', { W905: 'It has ten rows.' }).remove('club.list.filters'),
    'acceptance of no advice': validFiles.set('club.accepted', { W9O5: 'x' }).gives(`
      S118 club: accepted.W9O5 must be the id of advice.
        Did you mean 'W905'?`),
    'error switched off': validFiles.set('club.accepted', { S201: 'it is fine' }).gives(`
      S118 club at accepted.S201: the error S201 cannot be switched off.
        Only advice (W) that applies can be accepted, with a reason.`),
    'idle acceptance': validFiles.set('club.accepted', { W905: 'x' }).gives(`
      S118 club: accepted.W905 switches off advice that does not apply to this file.
        Remove it.`),
  },
  S119: {
    silent: validFiles.set('club.fields.ClubName.help', '長'.repeat(200_000)),
  },
  S120: {
    silent: validFiles.set('club.fields.ClubName.help', '"label": "社團", "label": "社團"'),
  },
  S123: {
    silent: validFiles
      .set('club.fields.ClubCode.pattern', '^(?!CHESS)(?:[A-Z]{2}-?){2}\\d{2,3}$')
      .set('club.fields.ClubNo', {
        type: 'string',
        label: '編號',
        max: 6,
        lengthOf: 'ApplyCode.NoLen',
        pattern: '^(?=.*7)(.)\\1+$',
        patternText: '請輸入相同的數字',
        examples: ['777', '7777'],
      }),
    'example that is refused': validFiles.set('club.fields.ClubCode.examples', ['CHESS', 'go']).gives(`
      S123 club: fields.ClubCode.examples[1] is 'go', which the field rejects.
        社團代碼格式不正確，請輸入大寫字母。`),
    'mobile number of five': withField('Phone', { type: 'mobile', label: '電話', personal: 'mobile', max: 5 }).gives(`
      S123 club: fields.Phone cannot have a sample value: none could be generated.
        電話最多 5 個字，目前 10 個字。`),
    'pattern that nobody can spell': validFiles
      .set('club.fields.ClubNo.pattern', '^(?=.*7)(.)\\1+$')
      .set('club.fields.ClubNo.patternText', '請輸入相同的數字')
      .gives(`
      S123 club: fields.ClubNo cannot have a sample value: none could be generated.
        Add valid values: "examples": ["…"].`),
  },
  S124: {
    silent: validFiles.set('club.fields.ClubCode.pattern', '^(?=.*[A-Z])[A-Z]+(?:-[A-Z]+)*$'),
    'loop in a loop': validFiles.set('club.fields.ClubCode.pattern', '^([A-Z]+)+$').gives(`
      S124 club: fields.ClubCode.pattern cannot be used: it repeats a part that itself repeats.
        Separate the repetitions: use ^[A-Z]+( [A-Z]+)*$ instead of ^([A-Z]+ ?)+$.`),
  },
  S125: {
    silent: validFiles.set('club.key', ['ApplyCode', 'ClubCode']),
    'names a field twice': validFiles.set('club.key', ['SerialId', 'SerialId']).gives(`
      S125 club at key[1]: the key repeats 'SerialId'.
        Remove one of the two.`),
    'tenant alone': validFiles.set('club.key', 'ApplyCode').gives(`
      S125 club: key cannot be 'ApplyCode' alone: a tenant has many records.
        Add a field that distinguishes the records of a tenant, or omit "key" to number the records. Only a file to which other files refer, such as Agreement, can have its tenant as its key.`),
  },
  S130: {
    silent: validFiles
      .set('club.endpoints', { controller: 'Society' })
      .set('club.fields.Photo', { type: 'file', label: '照片', accept: ['png'], maxBytes: 1000 })
      .add('club.form[0].fields', 'Photo')
      .set('member.fields.Photo', { type: 'file', label: '照片', accept: ['png'], maxBytes: 1000 }),
    'file of a call that takes JSON': withField('Photo', {
      type: 'file',
      label: '照片',
      accept: ['png'],
      maxBytes: 1000,
    }).gives(`
      S130 club: fields.Photo.type cannot be 'file': the call 'Club.create' of the contract takes no files.
        Put the files on a page of their own, or use the type 'image' for a small image.`),
    'file larger than a form': validFiles
      .set('member.fields.Photo', { type: 'file', label: '照片', accept: ['png'], maxBytes: 60_000_000 })
      .gives(`
      S130 member: fields.Photo.maxBytes must be at most 52428800.
        No form may be larger.`),
  },
  S131: {
    silent: validFiles
      .set('later.endpoints', { controller: 'Club' })
      .set('member.endpoints', { controller: 'Club', operations: ['selectList'] }),
    'two reports on one controller': withReport
      .set('clubReport.endpoints', { controller: 'Statistics' })
      .set('clubSums', withReport.content.clubReport)
      .set('clubSums.endpoints', { controller: 'Statistics' })
      .set('clubSums.menu.order', 3)
      .gives(`
      S131 clubSums: endpoints.controller cannot share the call 'Statistics.list' with 'clubReport'.
        Set "endpoints.controller" to another name in one of the two files, or remove it.`),
    'one call claimed by two pages': withView
      .set('memberQuery', withView.content.clubQuery)
      .set('memberQuery.menu.order', 2)
      .gives(`
      S405 memberQuery: endpoints.list.call cannot be 'Bank.ClubQuery': it belongs to the page 'clubQuery'.
        Name a call of src/contract/endpoints.ts that returns a list and needs the right on this page.
      S131 memberQuery: endpoints.list.call cannot share the call 'Bank.ClubQuery' with 'clubQuery'.
        Set "endpoints.controller" to another name in one of the two files, or remove it.`),
    'two lists on one controller': validFiles.set('member.endpoints', { controller: 'Club' }).gives(`
      S131 member: endpoints.controller cannot share the call 'Club.list' with 'club'.
        Set "endpoints.controller" to another name in one of the two files, or remove it.`),
  },
  S133: {
    silent: withView.set('clubQuery.where', { ClubNo: ['000001'] }),
    'view of a missing file': withView.set('clubQuery.of', 'clubs').gives(`
      S133 clubQuery: of refers to 'clubs', which no schema file declares.
        Did you mean 'club'?
      S201 clubQuery: list.columns[0] refers to 'ClubCode', which is not a field of 'clubQuery'.
        Known names: 'SerialId', 'CreateUser', 'CreateTime', 'UpdateUser', 'UpdateTime'.
      S201 clubQuery: list.columns[1] refers to 'ClubName', which is not a field of 'clubQuery'.
        Known names: 'SerialId', 'CreateUser', 'CreateTime', 'UpdateUser', 'UpdateTime'.
      S202 clubQuery: list.filters[0] refers to 'ClubCode', which is not a field of 'clubQuery'.
        Known names: 'SerialId', 'CreateUser', 'CreateTime', 'UpdateUser', 'UpdateTime'.`),
    'value that the field cannot have': withView.set('clubQuery.where.State[0]', 'Open').gives(`
      S133 clubQuery: where.State[0] is 'Open', which is not a value of 'State'.
        Known names: 'Active', 'Inactive'.`),
    'condition on a computed field': withView.set('clubQuery.where', { Score: ['1'] }).gives(`
      S133 clubQuery: where.Score cannot be used: 'Score' has no column.
        'of' is the name of a file with a table; 'where' has fields of that file that have a column, each with a list of values.`),
  },
  S134: {
    silent: validFiles.set('member.table', 'session_of_members'),
    'file named like a table of the portal': validFiles.set('session', validFiles.content.member).gives(`
      S134 session at the top: the file cannot have the table 'session': the portal or the database uses that name itself.
        Rename the file, or set "table" to another name.`),
    'table of the portal': validFiles
      .set('guild', validFiles.content.member)
      .set('guild.table', 'session')
      .gives(`
      S134 guild: table cannot be 'session': the portal or the database uses that name itself.
        Rename the file, or set "table" to another name.`),
    'table of PostgreSQL': validFiles.set('pgAuthid', validFiles.content.member).gives(`
      S134 pgAuthid at the top: the file cannot have the table 'pg_authid': the portal or the database uses that name itself.
        Rename the file, or set "table" to another name.`),
    'former name of a table of the portal': validFiles.set('member.was', 'Session').gives(`
      S134 member: was cannot be 'Session': the portal or the database uses that name itself.
        Rename the file, or set "table" to another name.`),
    'table of another schema of the database': validFiles
      .set('guild', validFiles.content.member)
      .set('guild.table', 'pg_catalog.pg_authid')
      .gives(`
      S134 guild: table must be a name of at most 63 small letters, digits and '_', beginning with a letter.
        Rename the file, or set "table" to another name.`),
  },
  S135: {
    silent: validFiles.set('BankCredits', validFiles.content.later).set('BankCredits.menu.order', 2),
    'resource with the path of a call': validFiles.set('BankCredits', validFiles.content.member).gives(`
      S135 BankCredits at the top: the file cannot have the controller 'BankCredits': /Ext/BankCredits is a call of the portal.
        Rename the file, or set "endpoints.controller" to another name.`),
    'controller with a path': validFiles.set('member.endpoints', { controller: 'Common/GetApplyCode' }).gives(`
      S135 member: endpoints.controller must be a name of letters and digits, beginning with a letter.
        Rename the file, or set "endpoints.controller" to another name.`),
  },
} satisfies Cases
