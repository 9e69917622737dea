import { type Cases, withActionImport, withImport } from './changed-files'

const hint = 'The columns are columns of the list; each input has its own title, and a type that a cell can contain.'

export const importChecks = {
  S601: {
    silent: withImport.add('club.import.columns', 'Reason'),
    'import column of a picture': withImport
      .set('club.fields.Photo', { type: 'image', label: '照片' })
      .add('club.form[0].fields', 'Photo')
      .add('club.import.columns', 'Photo')
      .gives(`
      S601 club: import.columns[5] cannot fill 'Photo': no cell can contain a field of type 'image'.
        Remove the column; users can add the content on the page of the record.`),
    'import column of rows': withImport.add('club.import.columns', 'Lines').gives(`
      S601 club: import.columns[5] cannot fill 'Lines': no cell can contain a field of type 'rows'.
        Name the fields of its items, such as 'Lines.Amount'; the file has numbered columns for each item.`),
    'import column that nobody enters': withImport.add('club.import.columns', { field: 'Members' }).gives(`
      S601 club: import.columns[5] cannot fill 'Members': users do not enter it.
        Remove the column, or use a field that users enter as one value.`),
    'misspelled import column': withImport.set('club.import.columns[2]', 'ClubNaem').gives(`
      S601 club: import.columns[2] refers to 'ClubNaem', which is not a field of 'club'.
        Did you mean 'ClubName'?`),
    'misspelled import column of a line': withImport.add('club.import.columns', 'Lines.Amout').gives(`
      S601 club: import.columns[5] refers to 'Lines.Amout', which is not a field of 'club.Lines'.
        Did you mean 'Lines.Amount'?`),
  },
  S602: {
    silent: withImport.set('club.import.columns[2]', { field: 'ClubName', aliases: ['社團名', 'ClubName'] }),
    'alias of another column': withImport
      .set('club.import.columns[2]', { field: 'ClubName', aliases: ['名稱', ' 社團代號*'] })
      .gives(`
      S602 club: import.columns[2].aliases[1] cannot have the title ' 社團代號*': 'ClubCode' already has it.
        Remove one of the two: each title belongs to one field.`),
    'title of an error column': withImport
      .set('club.import.columns[2]', { field: 'ClubName', aliases: ['原因'] })
      .gives(`
      S602 club: import.columns[2].aliases[0] cannot have the title '原因': it is the title of an error column.
        Choose another title: imports ignore this one.`),
    'import column twice': withImport.add('club.import.columns', 'ClubName').gives(`
      S602 club: import.columns[5] repeats 'ClubName'.
        Remove one of the two: each title belongs to one field.`),
    'title of another line': withImport
      .set('club.import.columns', [
        'ApplyCode',
        { field: 'ClubCode', aliases: ['社團代號'], sample: 'CHESS' },
        { field: 'ClubName', aliases: ['社團名稱2'] },
        'State',
        { field: 'StartDate', format: 'roc' },
        { field: 'Lines.Amount', title: '社團名稱' },
      ])
      .gives(`
      S602 club: import.columns[5].title cannot have the title '社團名稱2': 'ClubName' already has it.
        Remove one of the two: each title belongs to one field.`),
  },
  S603: {
    silent: withImport.remove('club.import.columns[3]'),
    'import lacks a required column of its lines': withImport
      .set('club.fields.Lines.fields.Item', { type: 'string', label: '品項', required: true, max: 20 })
      .add('club.import.columns', 'Lines.Amount')
      .gives(`
      S603 club: import.columns cannot omit 'Lines.Item': it is required.
        Without it, every row would be rejected.`),
    'import lacks a required field': withImport.remove('club.import.columns[2]').gives(`
      S603 club: import.columns cannot omit 'ClubName': it is required.
        Without it, every row would be rejected.`),
  },
  S604: {
    silent: withImport.set('club.import.columns[4].sample', '2026-11-30'),
    'calendar of a text': withImport.set('club.import.columns[2]', { field: 'ClubName', format: 'roc' }).gives(`
      S604 club: import.columns[2].format cannot be set for 'ClubName': it is of type 'string', and only dates and months have a calendar.
        Remove it, or write it as users would write a value of the field.`),
    'sample in the other calendar': withImport.set('club.import.columns[4].sample', '2026/11/30').gives(`
      S604 club: import.columns[4].sample is '2026/11/30', which 'StartDate' rejects.
        起日應以民國年填寫，例如 115/11/30。`),
    'sample that is refused': withImport.set('club.import.columns[1].sample', 'chess').gives(`
      S604 club: import.columns[1].sample is 'chess', which 'ClubCode' rejects.
        社團代碼格式不正確，請輸入大寫字母。`),
  },
  S605: {
    silent: withImport.remove('club.import.match'),
    'match is no column': withImport.set('club.import.match[1]', 'ClubNo').gives(`
      S605 club: import.match[1] cannot be 'ClubNo': no column of the import fills it.
        Use fields that are columns of the import and filled in every row.`),
    'misspelled match': withImport.set('club.import.match[1]', 'ClubCod').gives(`
      S605 club: import.match[1] refers to 'ClubCod', which is not a field of 'club'.
        Did you mean 'ClubCode'?`),
    'update without match': withImport.remove('club.fields.ClubCode.unique', 'club.import.match').gives(`
      S605 club at import.existing: an import that updates must have 'match'.
        Users do not enter the key, and no field is unique. Name the fields that identify a record, such as "match": ["FeeCode"].`),
  },
  S606: {
    silent: withImport.set('club.endpoints', { operations: ['list', 'create', 'update'] }),
    'import round a module': withImport
      .remove('club.fields.Score')
      .set('club.fields.Parent.to', 'guild')
      .set('member.fields.ClubCode.to', 'guild')
      .set('club.endpoints', { controller: 'Society' })
      .rename('club', 'guild')
      .gives(`
      S606 guild at import: 'import' cannot bypass what resources/guild/server.ts adds to new records; it needs 'importRules'.
        Remove the import: rows are written by the generic call of a page on which users create records.`),
    'import with the rules of its module': withImport.rename('club', 'society'),
    'import without create': withImport.set('club.endpoints', { operations: ['list', 'get', 'update'] }).gives(`
      S606 club at import: 'import' cannot work without the operation 'create'.
        Remove the import: rows are written by the generic call of a page on which users create records.`),
    'import with inputs of a page without an action': withActionImport
      .remove('clubQuery.endpoints')
      .rename('clubQuery', 'clubList')
      .gives(`
      S606 clubList at import: 'import' cannot have 'inputs': resources/clubList/server.ts has no 'importAction'.
        Write 'importAction' in the module: it does what a row says.`),
    'import of a view without inputs': withActionImport.remove('clubQuery.import.inputs').gives(`
      S116 clubQuery: import cannot be set for a page of kind 'view', which shows the records of another resource.
        A page has "menu" and, if its kind is 'records', "fields". With "page": false there is no menu.
      S606 clubQuery at import: 'import' cannot be set for a page of kind 'view'.
        Remove the import: rows are written by the generic call of a page on which users create records.`),
    'import without page': withImport
      .remove('club.menu')
      .set('club.page', false)
      .gives(`
      S606 club at import: 'import' cannot be combined with "page": false.
        Remove the import: rows are written by the generic call of a page on which users create records.`),
  },
  S607: {
    silent: withImport.set('club.import.lines', { Lines: 5 }).add('club.import.columns', 'Lines.Amount'),
    'lines of a list that no column fills': withImport.set('club.import.lines', { Lines: 5 }).gives(`
      S607 club: import.lines.Lines cannot be set: no column of the import fills that list.
        Reduce import.lines, or import fewer fields of the list.`),
    'more columns than a file has': withImport
      .set('club.fields.Lines.max', 300)
      .set('club.fields.Lines.fields.Bx', { type: 'boolean', label: 'B旗標' })
      .set('club.fields.Lines.fields.Cx', { type: 'boolean', label: 'C旗標' })
      .set('club.fields.Lines.fields.Dx', { type: 'boolean', label: 'D旗標' })
      .set('club.fields.Lines.fields.Ex', { type: 'boolean', label: 'E旗標' })
      .set('club.import.lines', { Lines: 50 })
      .add('club.import.columns', 'Lines.Amount', 'Lines.Bx', 'Lines.Cx', 'Lines.Dx', 'Lines.Ex')
      .gives(`
      S607 club at import: 'import' cannot have 255 columns: the maximum is 200.
        Reduce import.lines, or import fewer fields of the list.`),
    'more lines than the list holds': withImport
      .set('club.import.lines', { Lines: 6 })
      .add('club.import.columns', 'Lines.Amount')
      .gives(`
      S607 club: import.lines.Lines cannot be 6: 'Lines' has at most 5 items.
        Reduce import.lines, or import fewer fields of the list.`),
  },
  S608: {
    silent: withActionImport,
    'settings of imports of records': withActionImport.set('clubQuery.import.existing', 'update').gives(`
      S608 clubQuery: import.existing cannot be set with 'inputs': the rows write no records.
        ${hint}`),
    'a column with settings': withActionImport.set('clubQuery.import.columns[1]', { field: 'ClubName' }).gives(`
      S608 clubQuery: import.columns[1] cannot have settings with 'inputs': the column only shows the record.
        ${hint}`),
    'a column that the list lacks': withActionImport.set('clubQuery.import.columns[1]', 'State').gives(`
      S608 clubQuery: import.columns[1] cannot be 'State': the list has no such column.
        ${hint}`),
    'an input in no cell': withActionImport
      .set('clubQuery.import.inputs.Proof', { type: 'image', label: '圖片' })
      .gives(`
      S608 clubQuery: import.inputs.Proof cannot be filled in: no cell can contain a field of type 'image'.
        ${hint}`),
    'an input named like the version': withActionImport
      .set('clubQuery.import.inputs.UpdateTime', { type: 'string', label: '時間', max: 40 })
      .gives(`
      S608 clubQuery: import.inputs.UpdateTime cannot be named 'UpdateTime': the file has that field of the record.
        ${hint}`),
    'an input with the title of a column': withActionImport
      .set('clubQuery.import.inputs.Reason.label', '社團名稱')
      .gives(`
      S608 clubQuery: import.inputs.Reason.label cannot be '社團名稱': the column 'ClubName' has that title.
        ${hint}`),
    'an input with the title of an error column': withActionImport
      .set('clubQuery.import.inputs.Reason.label', '原因')
      .gives(`
      S608 clubQuery: import.inputs.Reason.label cannot be '原因': it is the title of an error column.
        ${hint}`),
  },
} satisfies Cases
