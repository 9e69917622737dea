import { Autocomplete, TextField } from '@mui/material'
import { Suspense, use, useEffect, useState } from 'react'
import { useRecordContext } from 'react-admin'
import type { SelectOption } from '../../contract/envelope'
import type { ReferenceField } from '../../schema/field-types/references'
import type { RecordValues } from '../../schema/language/language'
import { isEmpty } from '../../schema/rules/condition'
import { CreateDialogContext, choiceOf, isCreateChoice, isMoreChoice, moreChoice, useCreateNew } from './create-new'
import { type FieldView, valueList } from './field-view'
import { labelOfCode, referenceText } from './labels'
import { type ChoicesRequest, useChoices, useOnChange, useSharedValues } from './reference-choices'
import { useInput } from './value-source'

interface ReferenceBoxProps {
  readonly field: ReferenceField
  readonly source: string
  readonly required?: boolean | undefined
  readonly disabled?: boolean | undefined
  readonly multiple?: boolean
  /** Whether it is in a query, where the options are not limited to one agreement. */
  readonly inQuery?: boolean
}

/** An input that selects a record of another resource by a substring of its name. */
const ReferenceBox = ({ field, source, multiple = false, inQuery = false, ...rest }: ReferenceBoxProps) => {
  const same = useSharedValues(field)
  const isBlocked = same.missing && !inQuery
  const help = isBlocked ? blockedText : inQuery ? undefined : field.help
  const { value, change, blur, fieldProps, inputProps, fieldPath, inTable } = useInput({ source, label: field.label, help, ...rest })
  const texts = useTexts(fieldPath)
  // Not in tables: a hundred items would make a hundred calls.
  const codeWithoutText = inTable ? undefined : valueList(multiple ? value : [value]).find((code) => !isEmpty(code) && !texts.has(String(code)))
  const search = useSearch({ field, same: same.values, enabled: !isBlocked }, codeWithoutText)
  const CreateDialog = use(CreateDialogContext)
  const create = useCreateNew({ field, same: same.values, enabled: !inQuery })
  texts.add(search.choices)
  useOnChange(same.values, () => change(multiple ? [] : null))

  const option = (code: unknown): SelectOption => ({ Value: String(code), Text: texts.of(String(code)) })
  const chosen = multiple ? valueList(value).map(option) : isEmpty(value) ? null : option(value)
  const open = () => {
    search.open()
    create.checkRights()
  }
  const select = (selected: SelectOption | SelectOption[] | null) => {
    if ([selected].flat().some(isCreateChoice)) create.open(search.typed)
    else change(selectedValue(field, selected))
  }
  const selectCreated = (created: SelectOption) => {
    texts.add([created])
    change(multiple ? [...valueList(value), storedCode(field, created.Value)] : storedCode(field, created.Value))
  }
  return (
    <>
      <Autocomplete
        multiple={multiple}
        value={chosen}
        options={[...unique(search.choices), ...moreChoice(search.more), ...(search.loading ? [] : create.choice(search.typed))]}
        onChange={(_, selected) => select(selected)}
        onOpen={open}
        onInputChange={(_, text, reason) => search.type(reason === 'input' ? text : '')}
        getOptionDisabled={isMoreChoice}
        onBlur={blur}
        filterOptions={unfiltered}
        getOptionLabel={({ Text }) => Text}
        getOptionKey={({ Value }) => Value}
        isOptionEqualToValue={(option, other) => option.Value === other.Value}
        loading={search.loading}
        loadingText="查詢中…"
        noOptionsText="查無資料"
        clearText="清除"
        openText="開啟選項"
        closeText="收合選項"
        disabled={fieldProps.disabled || isBlocked}
        autoHighlight
        filterSelectedOptions={multiple}
        renderInput={(params) => (
          <TextField
            {...params}
            {...fieldProps}
            disabled={fieldProps.disabled || isBlocked}
            placeholder={multiple && valueList(value).length > 0 ? '' : inQuery ? '全部' : isBlocked && inTable ? blockedText : '輸入關鍵字查詢'}
            slotProps={{
              ...params.slotProps,
              htmlInput: { ...params.slotProps.htmlInput, ...inputProps },
              inputLabel: { ...params.slotProps.inputLabel, shrink: true },
            }}
          />
        )}
      />
      {CreateDialog && create.initialValues && (
        <Suspense>
          <CreateDialog
            resource={create.target}
            initialValues={create.initialValues}
            onClose={create.close}
            onCreated={(record) => {
              create.close()
              selectCreated(choiceOf(field, create.target, record))
            }}
          />
        </Suspense>
      )}
    </>
  )
}

const blockedText = '請先選擇委託單位'

const useSearch = ({ enabled, ...request }: Omit<ChoicesRequest, 'keyword'>, codeWithoutText: unknown) => {
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState('')
  const keyword = useDebounced(typed, 300)
  const searched = opened ? keyword : String(codeWithoutText ?? '')
  const { choices, more, loading } = useChoices({ ...request, keyword: searched, enabled: enabled && (opened || codeWithoutText !== undefined) })
  return { choices, more, typed, loading: loading || keyword !== typed, open: () => setOpened(true), type: setTyped }
}

/** Returns the texts of codes: the labels that the server sent with the record, and those of records found so far. */
const useTexts = (fieldPath: readonly string[]) => {
  const record: RecordValues | undefined = useRecordContext()
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map())
  const label = (code: string) => labelOfCode(record ?? {}, fieldPath, code)
  return {
    has: (code: string) => known.has(code) || label(code) !== undefined,
    of: (code: string) => known.get(code) ?? label(code) ?? code,
    add: (choices: readonly SelectOption[]) => {
      const added = choices.filter(({ Value, Text }) => known.get(Value) !== Text)
      if (added.length > 0) setKnown(new Map([...known, ...added.map(({ Value, Text }) => [Value, Text] as const)]))
    },
  }
}

// Records of several agreements may have the same code; the query is by code.
const unique = (choices: readonly SelectOption[]): SelectOption[] => [...new Map(choices.map((choice) => [choice.Value, choice])).values()]

const selectedValue = (field: ReferenceField, selected: SelectOption | SelectOption[] | null): unknown => {
  if (Array.isArray(selected)) return selected.map(({ Value }) => storedCode(field, Value))
  return selected === null ? null : storedCode(field, selected.Value)
}

// A reference by SerialId holds a number, every other one a code.
const storedCode = ({ numeric }: ReferenceField, value: string): string | number => (numeric ? Number(value) : value)

// The server has searched already.
const unfiltered = <T,>(options: T[]): T[] => options

/** Returns the value after it has not changed for `delay` milliseconds. */
const useDebounced = <T,>(value: T, delay: number): T => {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return debounced
}

/** A record of another resource. */
const reference: FieldView<ReferenceField> = {
  columnWidth: 200,
  Input: ReferenceBox,
  Filter: ({ field, match }) => <ReferenceBox field={field} source={field.name} multiple={match === 'in'} inQuery />,
  text: referenceText,
}

/** Several records of another resource. */
const referenceList: FieldView<ReferenceField> = {
  columnWidth: 240,
  Input: (props) => <ReferenceBox {...props} multiple />,
  Filter: ({ field }) => <ReferenceBox field={field} source={field.name} multiple inQuery />,
  text: referenceText,
  wide: true,
}

/** The views of references. */
export const references = { reference, referenceList }
