import { type Cases, validFiles, withField, withView } from './changed-files'

export const bindingChecks = {
  S401: {
    silent: validFiles.set('club.endpoints', { operations: ['list', 'selectList'] }),
    'call that the contract lacks': validFiles
      .remove('club.permissions')
      .set('club.endpoints', { operations: ['list', 'multiDelete'] })
      .gives(`
      S401 club: endpoints.operations[1] is 'multiDelete'; no such call of 'Club' is in src/contract/endpoints.ts.
        Its calls: 'list', 'get', 'create', 'update', 'delete', 'selectList'.`),
  },
  S402: {
    silent: validFiles.remove('club.fields.Score'),
    'virtual without expression': validFiles
      .set('club.fields.Points', { type: 'integer', label: '積分', virtual: true })
      .gives(`
      S402 club: fields.Points.virtual cannot be true: resources/club/server.ts has no virtualFields.Points.
        Known names: 'club.Score'.`),
  },
  S403: {
    silent: validFiles.set('club.menu.icon', 'Print'),
    'misspelled icon': validFiles.set('club.menu.icon', 'Gruops').gives(`
      S403 club: menu.icon is 'Gruops'; no such icon is listed in src/admin/icons.ts.
        Did you mean 'Groups'?`),
    'misspelled icon of an action': validFiles.set('club.actions.Print.icon', 'Prnt').gives(`
      S403 club: actions.Print.icon is 'Prnt'; no such icon is listed in src/admin/icons.ts.
        Did you mean 'Print'?`),
  },
  S404: {
    silent: validFiles.set('club.kind', 'custom'),
    'custom page without screen': validFiles.rename('later', 'other').gives(`
      S404 other: kind cannot be 'custom': resources/other/index.tsx does not exist.
        Write resources/<name>/index.tsx, or use another kind.`),
  },
  S405: {
    silent: withView,
    'misspelled list call': withView.set('clubQuery.endpoints.list.call', 'Bank.ClubQery').gives(`
      S405 clubQuery: endpoints.list.call is 'Bank.ClubQery'; no such call is in src/contract.
        Did you mean 'Bank.ClubQuery'?`),
    'list call of another page': withView.set('clubQuery.endpoints.list.call', 'Bank.MemberQuery').gives(`
      S405 clubQuery: endpoints.list.call cannot be 'Bank.MemberQuery': it belongs to the page 'member'.
        Name a call of src/contract/endpoints.ts that returns a list and needs the right on this page.`),
    'list call for one record': withView.set('clubQuery.endpoints.list.call', 'Bank.ClubMembers').gives(`
      S405 clubQuery: endpoints.list.call cannot be 'Bank.ClubMembers': its path contains a key.
        Name a call of src/contract/endpoints.ts that returns a list and needs the right on this page.`),
    'call without a list': withView.set('clubQuery.endpoints.list.call', 'Club.Print').gives(`
      S405 clubQuery: endpoints.list.call cannot be 'Club.Print': it returns no list.
        Name a call of src/contract/endpoints.ts that returns a list and needs the right on this page.`),
  },
  S406: {
    silent: withField('Level', {
      type: 'enumList',
      options: { A: '甲' },
      label: '等級',
      optionsFrom: 'Common.GetStates',
    }),
    'misspelled call of options': validFiles.set('club.fields.State.optionsFrom', 'Common.GetSates').gives(`
      S406 club: fields.State.optionsFrom is 'Common.GetSates'; no such call is in src/contract.
        Did you mean 'Common.GetStates'?`),
    'call of options of one record': validFiles.set('club.fields.State.optionsFrom', 'Club.GetStates').gives(`
      S406 club: fields.State.optionsFrom cannot be 'Club.GetStates': its path contains a key.
        Name a GET call of the contract that returns a list of options, has no key in its path, and needs no right on another page.`),
    'call of options of another page': validFiles.set('club.fields.State.optionsFrom', 'Member.GetStates').gives(`
      S406 club: fields.State.optionsFrom cannot be 'Member.GetStates': it needs a right on the page 'member'.
        Name a GET call of the contract that returns a list of options, has no key in its path, and needs no right on another page.`),
    'call that returns no options': validFiles.set('club.fields.State.optionsFrom', 'Club.Print').gives(`
      S406 club: fields.State.optionsFrom cannot be 'Club.Print': it is no GET call that returns options.
        Name a GET call of the contract that returns a list of options, has no key in its path, and needs no right on another page.`),
  },
  S407: {
    silent: validFiles.set('member.fields.State.handWritten', ['cell', 'input']),
    'missing cell and input': validFiles.set('club.fields.State.handWritten', ['cell', 'input']).gives(`
      S407 club: fields.State.handWritten[0] cannot be 'cell': resources/club/index.tsx has no cell 'State'.
        Write it in resources/<name>/index.tsx: under Cells or Inputs, with the name of the field as its key.
      S407 club: fields.State.handWritten[1] cannot be 'input': resources/club/index.tsx has no input 'State'.
        Write it in resources/<name>/index.tsx: under Cells or Inputs, with the name of the field as its key.`),
  },
  S408: {
    silent: validFiles.set('member.fields.State.label', '狀況'),
    'cell of no field': validFiles
      .remove('club.fields.Members', 'club.permissions')
      .rename('member.fields.State', 'Status')
      .gives(`
      S408 member at the top: a key of Cells in resources/member/index.tsx is 'State', which is not a field of 'member'.
        Did you mean 'Status'?
      S408 member at the top: a key of Inputs in resources/member/index.tsx is 'State', which is not an input of 'member'.
        Did you mean 'Status'?`),
    'input of a field that users do not enter': validFiles.set('member.fields.State.readOnly', true).gives(`
      S408 member at the top: a key of Inputs in resources/member/index.tsx is 'State', which is not an input of 'member'.
        Known names: 'ApplyCode', 'ClubCode'.`),
  },
  S409: {
    silent: validFiles.set('club.detail', [{ title: '人數', fields: ['Members'] }]),
    'section with the title of another': validFiles
      .set('club.form[0].title', '人數')
      .set('club.detail', [{ title: '人數', fields: ['Members'] }])
      .gives(`
      S409 club at detail[0].title: The title '人數' is that of another part of the record.
        Give each its own; screen readers list the parts of a page by their titles.`),
  },
  S411: {
    silent: validFiles.set('club.actions.Remind.on', ['row', 'bulk']),
    'download without a file': validFiles.set('club.actions.Remind.afterwards', 'download').gives(`
      S411 club: actions.Remind.call cannot be 'Club.Remind': it returns no file.
        Use a call with as many path parameters as the key of the record has fields; for a call that returns a file, and only for such a call, 'afterwards' is 'download'.`),
    'list with a call of another page': validFiles
      .set('club.actions.Sheet', { label: '下載', on: 'list', call: 'Member.Print', afterwards: 'download' })
      .gives(`
      S411 club: actions.Sheet.call cannot be 'Member.Print': an action on the list needs a GET call of the page 'club'.
        Use a call with as many path parameters as the key of the record has fields; for a call that returns a file, and only for such a call, 'afterwards' is 'download'.`),
    'list with a call that writes': validFiles
      .set('club.actions.Sheet', { label: '下載', on: 'list', call: 'Club.Sheet', afterwards: 'download' })
      .gives(`
      S411 club: actions.Sheet.call cannot be 'Club.Sheet': an action on the list needs a GET call of the page 'club'.
        Use a call with as many path parameters as the key of the record has fields; for a call that returns a file, and only for such a call, 'afterwards' is 'download'.`),
    'misspelled call': validFiles.set('club.actions.Remind.call', 'Club.Remnid').gives(`
      S411 club: actions.Remind.call is 'Club.Remnid'; no such call is in src/contract.
        Did you mean 'Club.Remind'?`),
    'call with another key': validFiles.set('club.actions.Remind.call', 'Club.Transfer').gives(`
      S411 club: actions.Remind.call cannot be 'Club.Transfer': its path has 2 parameters, and the key has 1 field.
        Use a call with as many path parameters as the key of the record has fields; for a call that returns a file, and only for such a call, 'afterwards' is 'download'.`),
    'record on a page': validFiles.set('club.actions.Remind.on', 'page').gives(`
      S411 club: actions.Remind.call cannot be 'Club.Remind': its path identifies a record, and a page has none.
        Use a call with as many path parameters as the key of the record has fields; for a call that returns a file, and only for such a call, 'afterwards' is 'download'.
      S324 club: actions.Remind.success cannot use '{ClubName}': neither the record nor the action has that value.
        Known names: 'SentTo'.`),
  },
  S412: {
    silent: validFiles.set('club.actions.Close.afterwards', { page: 'later' }),
    'misspelled page': validFiles.set('club.actions.Close.afterwards', { page: 'latr' }).gives(`
      S412 club: actions.Close.afterwards.page refers to 'latr', which no schema file declares.
        Did you mean 'later'?`),
    'resource without a page': validFiles.set('club.actions.Close.afterwards', { page: 'Deal' }).gives(`
      S412 club: actions.Close.afterwards.page cannot be 'Deal': that resource has no page.
        Use the name of a file with a page.`),
  },
  S502: {
    silent: validFiles
      .remove('club.fields.StartDate')
      .set('club.fields.BeginDate', { type: 'date', label: '起日', index: true, was: 'StartDate' }),
    'day becomes number': validFiles
      .set('club.fields.StartDate.type', 'integer')
      .set('club.fields.EndDate', { type: 'date', label: '迄日' })
      .gives(`
      S502 club: fields.StartDate.type cannot be 'integer': it needs a bigint column, and the database has a date column.
        Keep the former type, or add another field and move the data to it by hand.`),
    'every text is a number': withField('Dues', { type: 'money', label: '社費' }).gives(`
      S502 club: fields.Dues.type cannot be 'money': it needs a bigint column, and the database has a text column.
        No value would be lost. Stop the portal and convert the values: npm run admin -- convert club Dues`),
    'some texts are no numbers': withField('Quota', { type: 'percent', label: '費率' }).gives(`
      S502 club: fields.Quota.type cannot be 'percent': it needs a numeric column, and the database has a text column.
        The conversion would change the values of 2 records (such as SerialId 3). Restore the former type in the file and correct these values in the portal. Then set the new type again, stop the portal and run: npm run admin -- convert club Quota`),
    'values of list items that can be converted, and others': withField('Fines', {
      type: 'rows',
      label: '罰款',
      max: 9,
      fields: { Amount: { type: 'string', label: '金額', max: 9 }, Paid: { type: 'integer', label: '已繳' } },
    }).gives(`
      S502 club: fields.Fines.fields.Amount.type cannot be 'string': the items in the database contain values of the JSON type 'number'.
        No value would be lost. Stop the portal and convert the values: npm run admin -- convert club Fines.Amount
      S502 club: fields.Fines.fields.Paid.type cannot be 'integer': the items in the database contain values of the JSON type 'boolean'.
        Keep the former type, or add another field and move the data to it by hand.`),
    'a list of codes becomes a list of items': withField('Sports', {
      type: 'rows',
      label: '項目',
      max: 9,
      fields: { Name: { type: 'string', label: '名稱', max: 9 } },
    }).gives(`
      S502 club: fields.Sports.type cannot be 'rows': 2 records in the database (such as SerialId 6) have other content.
        Keep the former type, or add another field and move the data to it by hand.`),
  },
  S503: {
    silent: validFiles.set('club.fields.ClubName.unique', true),
    'several records have it': withField('Badge', { type: 'string', label: '徽章', max: 10, unique: true }).gives(`
      S503 club: fields.Badge.unique cannot be set: several records in the database share 1 value.
        Correct those records first, without "unique" in the file.`),
  },
  S504: {
    silent: validFiles.set('club.key', ['SerialId']),
    'several records have it': validFiles.set('club.key', 'ClubName').gives(`
      S504 club at key: the key cannot be 'ClubName': 6 records in the database share 2 values.
        Correct or delete those records first, with the former key in the file, or choose another key.
      S504 club at key: the key cannot be 'ClubName': 1 record in the database has no value for it.
        Correct or delete those records first, with the former key in the file, or choose another key.`),
    'no unique index': validFiles.set('club.key', 'ClubCode').gives(`
      S504 club at key: the key cannot be 'ClubCode': the database has no unique index for it.
        The start could not create the index, probably because another index has its name: rename that index and start the portal again. If the portal numbers the records, create a unique index on the key's column yourself.`),
  },
} satisfies Cases
