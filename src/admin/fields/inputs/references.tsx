import { Autocomplete, TextField } from '@mui/material'
import { use, useEffect, useState } from 'react'
import { useRecordContext } from 'react-admin'
import type { SelectOption } from '../../../contract/envelope'
import type { ReferenceField } from '../../../schema/field-types/references'
import type { RecordValues } from '../../../schema/language/language'
import { isEmpty } from '../../../schema/rules/condition'
import { lazyComponent } from '../../components/lazy-component'
import { valueList } from '../field-view'
import { labelOfCode } from '../labels'
import { useBoundInput, useValues } from '../value-scope'
import { CreateDialogContext } from './create-dialog'
import type { FieldFilterProps, FieldInputProps, FieldInputs } from './field-inputs'
import { isMoreOption, isNewRecordOption, moreOption, optionOf, useNewRecordOption } from './new-record-option'
import type { PrefillProps } from './Prefill'
import {
  type OptionsRequest,
  useMustTypeCode,
  useOnValuesChange,
  useReferenceOptions,
  useSharedValues,
} from './reference-options'
import { TextFilter, TextLineInput } from './texts'

interface ReferenceSelectProps {
  readonly field: ReferenceField
  readonly source: string
  readonly required?: boolean | undefined
  readonly disabled?: boolean | undefined
  readonly multiple?: boolean
  /**
   * Whether the input is part of a query form, where it can be used even if shared values, such as the agreement, are
   * missing.
   */
  readonly isInQuery?: boolean
}

/** Renders an input that selects a record of another resource. Users find the record by typing a part of its name. */
const ReferenceSelect = ({
  field,
  source,
  multiple = false,
  isInQuery = false,
  ...inputState
}: ReferenceSelectProps) => {
  const shared = useSharedValues(field)
  const isBlocked = shared.isMissing && !isInQuery
  const help = isBlocked ? blockedText : isInQuery ? undefined : field.help
  const { value, change, blur, fieldProps, inputProps, fieldPath, isInTable } = useBoundInput({
    source,
    label: field.label,
    help,
    ...inputState,
  })
  const texts = useOptionTexts(fieldPath)
  // In a table, missing texts are not fetched, because a hundred items would cause a hundred calls.
  const codeWithoutText = isInTable
    ? undefined
    : valueList(multiple ? value : [value]).find((code) => !isEmpty(code) && !texts.has(String(code)))
  // The text of the selected record is searched among all records, because that record may no longer be offered.
  const offers = isInQuery || codeWithoutText !== undefined ? {} : (field.offers ?? {})
  const search = useOptionSearch({ field, sharedValues: shared.values, offers, enabled: !isBlocked }, codeWithoutText)
  const CreateDialog = use(CreateDialogContext)
  const newRecord = useNewRecordOption({ field, sharedValues: shared.values, enabled: !isInQuery })
  const options = uniqueByCode(search.options)
  // Sets state during the render, but only if a text is new.
  texts.add(options)
  useOnValuesChange(shared.values, () => change(multiple ? [] : null))

  const optionFor = (code: unknown): SelectOption => ({ Value: String(code), Text: texts.of(String(code)) })
  const selection = multiple ? valueList(value).map(optionFor) : isEmpty(value) ? null : optionFor(value)
  const open = () => {
    search.open()
    newRecord.updateRights()
  }
  const select = (selected: SelectOption | SelectOption[] | null) => {
    if ([selected].flat().some(isNewRecordOption)) newRecord.open(search.typed)
    else change(selectedValue(field, selected))
  }
  const selectCreated = (created: SelectOption) => {
    texts.add([created])
    change(multiple ? [...valueList(value), storedCode(field, created.Value)] : storedCode(field, created.Value))
  }
  return (
    <>
      {field.prefill && !isInQuery && (
        <Prefill field={field} code={value ?? null} sharedValues={shared.values} isInTable={isInTable} />
      )}
      <Autocomplete
        multiple={multiple}
        value={selection}
        options={[
          ...options,
          ...moreOption(search.moreCount),
          ...(search.loading ? [] : newRecord.optionsFor(search.typed)),
        ]}
        onChange={(_, selected) => select(selected)}
        onOpen={open}
        onInputChange={(_, text, reason) => search.setTyped(reason === 'input' ? text : '')}
        getOptionDisabled={isMoreOption}
        onBlur={blur}
        // Enter selects an option. Without one it must not submit the form, which would drop the typed text.
        onKeyDown={(event) => {
          if (event.key === 'Enter' && search.typed !== '') event.preventDefault()
        }}
        filterOptions={keepAllOptions}
        getOptionLabel={({ Text }) => Text}
        getOptionKey={({ Value }) => Value}
        isOptionEqualToValue={(option, other) => option.Value === other.Value}
        loading={search.loading}
        loadingText="查詢中…"
        noOptionsText={search.problem ?? (search.typed ? `查無「${search.typed}」，請改用其他關鍵字。` : '查無資料')}
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
            placeholder={
              multiple && valueList(value).length > 0
                ? ''
                : isInQuery
                  ? '全部'
                  : isBlocked && isInTable
                    ? blockedText
                    : '輸入關鍵字查詢'
            }
            slotProps={{
              ...params.slotProps,
              htmlInput: { ...params.slotProps.htmlInput, ...inputProps },
              inputLabel: { ...params.slotProps.inputLabel, shrink: true },
            }}
          />
        )}
      />
      {CreateDialog && newRecord.initialValues && (
        <CreateDialog
          resource={newRecord.target}
          initialValues={newRecord.initialValues}
          onClose={newRecord.close}
          onCreated={(record) => {
            newRecord.close()
            selectCreated(optionOf(field, newRecord.target, record))
          }}
        />
      )}
    </>
  )
}

const Prefill = lazyComponent<PrefillProps>(async () => (await import('./Prefill')).Prefill)

const blockedText = '請先選擇委託單位'

const useOptionSearch = (
  { enabled, ...request }: Omit<OptionsRequest, 'keyword' | 'typed'>,
  codeWithoutText: unknown,
) => {
  const [wasOpened, setOpened] = useState(false)
  const [typed, setTyped] = useState('')
  const keyword = useDebouncedValue(typed, 300)
  const code = String(codeWithoutText ?? '')
  const search = useReferenceOptions({
    ...request,
    typed: wasOpened ? typed : code,
    keyword: wasOpened ? keyword : code,
    enabled: enabled && (wasOpened || codeWithoutText !== undefined),
  })
  return { ...search, typed, open: () => setOpened(true), setTyped }
}

/**
 * Returns the functions that read and add the texts of codes.
 * Texts are the labels that the server sent with the record, and those of options that have been loaded.
 */
const useOptionTexts = (fieldPath: readonly string[]) => {
  const record: RecordValues | undefined = useRecordContext()
  const [textByCode, setTextByCode] = useState<ReadonlyMap<string, string>>(new Map())
  const label = (code: string) => labelOfCode(record ?? {}, fieldPath, code)
  return {
    has: (code: string) => textByCode.has(code) || label(code) !== undefined,
    of: (code: string) => textByCode.get(code) ?? label(code) ?? code,
    add: (options: readonly SelectOption[]) => {
      const added = options.filter(({ Value, Text }) => textByCode.get(Value) !== Text)
      if (added.length > 0)
        setTextByCode(new Map([...textByCode, ...added.map(({ Value, Text }) => [Value, Text] as const)]))
    },
  }
}

// Records of several agreements may have the same code.
// With two texts for one code, each render would replace the text and cause another render.
const uniqueByCode = (options: readonly SelectOption[]): SelectOption[] => [
  ...new Map(options.map((option) => [option.Value, option])).values(),
]

const selectedValue = (field: ReferenceField, selected: SelectOption | SelectOption[] | null): unknown => {
  if (Array.isArray(selected)) return selected.map(({ Value }) => storedCode(field, Value))
  return selected === null ? null : storedCode(field, selected.Value)
}

const storedCode = ({ storedAs }: ReferenceField, value: string): string | number =>
  storedAs === 'bigint' ? Number(value) : value

// The options already match the keyword, so MUI must not filter them again.
const keepAllOptions = <T,>(options: T[]): T[] => options

/** Returns the latest value that has not changed for `delay` milliseconds. */
const useDebouncedValue = <T,>(value: T, delay: number): T => {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return debounced
}

/**
 * Renders the input of a reference: a select, or a text input for its code if the backend does not list the records.
 */
function ReferenceInput(props: FieldInputProps<ReferenceField>) {
  return useMustTypeCode(props.field) ? <TextLineInput {...props} /> : <ReferenceSelect {...props} />
}

/**
 * Renders the input of a reference in a query: a select, or a text input for its code if the backend does not list the
 * records to the user.
 * Nobody knows a serial number by heart, so it is shown only in the query of a link.
 */
function ReferenceFilter({ field, match }: FieldFilterProps<ReferenceField>) {
  const mustTypeCode = useMustTypeCode(field)
  const isSet = !isEmpty(useValues([field.name])[field.name])
  if (!mustTypeCode || match === 'in')
    return <ReferenceSelect field={field} source={field.name} multiple={match === 'in'} isInQuery />
  return field.storedAs === 'bigint' && !isSet ? null : <TextFilter field={field} match={match} />
}

/** A record of another resource. */
const reference: FieldInputs<ReferenceField> = {
  columnWidth: 200,
  Input: ReferenceInput,
  Filter: ReferenceFilter,
}

/** Several records of another resource. */
const referenceList: FieldInputs<ReferenceField> = {
  columnWidth: 240,
  Input: (props) => <ReferenceSelect {...props} multiple />,
  Filter: ({ field }) => <ReferenceSelect field={field} source={field.name} multiple isInQuery />,
}

/** The inputs of references. */
export const references = { reference, referenceList }
