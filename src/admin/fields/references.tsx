import { Autocomplete, TextField } from '@mui/material'
import { Suspense, use, useEffect, useState } from 'react'
import { useRecordContext } from 'react-admin'
import type { SelectOption } from '../../contract/envelope'
import type { ReferenceField } from '../../schema/field-types/references'
import type { RecordValues } from '../../schema/language/language'
import { CreateDialogContext, choiceOf, isCreateChoice, isMoreChoice, moreChoice, useCreateNew } from './create-new'
import type { FieldView } from './field-view'
import { labelOfCode, referenceText } from './labels'
import { useChoices, useSame, useWhenChanged } from './reference-choices'
import { useInput } from './value-source'

interface ReferenceBoxProps {
  readonly field: ReferenceField
  readonly source: string
  readonly required?: boolean | undefined
  readonly disabled?: boolean | undefined
  readonly multiple?: boolean
  /** In a query, records of every agreement may be asked for. */
  readonly query?: boolean
}

/** Chooses a record of another resource by typing a part of its name. */
const ReferenceBox = ({ field, source, multiple = false, query = false, ...rest }: ReferenceBoxProps) => {
  const same = useSame(field)
  const waits = same.missing && !query
  const help = waits ? waiting : query ? undefined : field.help
  const { value, change, blur, fieldProps, inputProps, place, inRow } = useInput({ source, label: field.label, help, ...rest })
  const texts = useTexts(place)
  const search = useSearch({
    field,
    same: same.values,
    ready: !waits,
    // Not in rows: a hundred rows would make a hundred calls.
    unknown: inRow ? undefined : listOf(multiple ? value : [value]).find((code) => !empty(code) && !texts.has(String(code))),
  })
  const CreateDialog = use(CreateDialogContext)
  const create = useCreateNew({ field, same: same.values, enabled: !query })
  texts.learn(search.choices)
  useWhenChanged(same.values, () => change(multiple ? [] : null))

  const option = (code: unknown): SelectOption => ({ Value: String(code), Text: texts.of(String(code)) })
  const chosen = multiple ? listOf(value).map(option) : empty(value) ? null : option(value)
  const open = () => {
    search.open()
    create.checkRights()
  }
  const pick = (picked: SelectOption | SelectOption[] | null) => {
    if ([picked].flat().some(isCreateChoice)) create.begin(search.typed)
    else change(pickedValue(field, picked))
  }
  const take = (made: SelectOption) => {
    texts.learn([made])
    change(multiple ? [...listOf(value), stored(field, made.Value)] : stored(field, made.Value))
  }
  return (
    <>
      <Autocomplete
        multiple={multiple}
        value={chosen}
        options={[...unique(search.choices), ...moreChoice(search.more), ...(search.loading ? [] : create.choice(search.typed))]}
        onChange={(_, picked) => pick(picked)}
        onOpen={open}
        onInputChange={(_, text, reason) => search.type(reason === 'input' ? text : '')}
        getOptionDisabled={isMoreChoice}
        onBlur={blur}
        filterOptions={all}
        getOptionLabel={({ Text }) => Text}
        getOptionKey={({ Value }) => Value}
        isOptionEqualToValue={(one, other) => one.Value === other.Value}
        loading={search.loading}
        loadingText="查詢中…"
        noOptionsText="查無資料"
        clearText="清除"
        openText="開啟選項"
        closeText="收合選項"
        disabled={fieldProps.disabled || waits}
        autoHighlight
        filterSelectedOptions={multiple}
        renderInput={(params) => (
          <TextField
            {...params}
            {...fieldProps}
            disabled={fieldProps.disabled || waits}
            placeholder={multiple && listOf(value).length > 0 ? '' : query ? '全部' : waits && inRow ? waiting : '輸入關鍵字查詢'}
            slotProps={{
              ...params.slotProps,
              htmlInput: { ...params.slotProps.htmlInput, ...inputProps },
              inputLabel: { ...params.slotProps.inputLabel, shrink: true },
            }}
          />
        )}
      />
      {CreateDialog && create.first && (
        <Suspense>
          <CreateDialog
            resource={create.target}
            first={create.first}
            onClose={create.end}
            onCreated={(record) => {
              create.end()
              take(choiceOf(field, create.target, record))
            }}
          />
        </Suspense>
      )}
    </>
  )
}

const waiting = '請先選擇委託單位'

const useSearch = ({ field, same, ready, unknown }: { field: ReferenceField; same: Readonly<Record<string, unknown>>; ready: boolean; unknown: unknown }) => {
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState('')
  const keyword = useDebounced(typed, 300)
  const asked = opened ? keyword : String(unknown ?? '')
  const { choices, more, loading } = useChoices({ field, keyword: asked, same, enabled: ready && (opened || unknown !== undefined) })
  return { choices, more, typed, loading: loading || keyword !== typed, open: () => setOpened(true), type: setTyped }
}

/** Returns the texts of codes: as the server wrote them beside the record, or out of what was found so far. */
const useTexts = (place: readonly string[]) => {
  const record: RecordValues | undefined = useRecordContext()
  const [seen, setSeen] = useState<ReadonlyMap<string, string>>(new Map())
  const label = (code: string) => labelOfCode(record ?? {}, place, code)
  return {
    has: (code: string) => seen.has(code) || label(code) !== undefined,
    of: (code: string) => seen.get(code) ?? label(code) ?? code,
    learn: (choices: readonly SelectOption[]) => {
      const fresh = choices.filter(({ Value, Text }) => seen.get(Value) !== Text)
      if (fresh.length > 0) setSeen(new Map([...seen, ...fresh.map(({ Value, Text }) => [Value, Text] as const)]))
    },
  }
}

// Records of several agreements may have the same code; the query is by code.
const unique = (choices: readonly SelectOption[]): SelectOption[] => [...new Map(choices.map((choice) => [choice.Value, choice])).values()]

const pickedValue = (field: ReferenceField, picked: SelectOption | SelectOption[] | null): unknown => {
  if (Array.isArray(picked)) return picked.map(({ Value }) => stored(field, Value))
  return picked === null ? null : stored(field, picked.Value)
}

// A reference by SerialId holds a number, every other one a code.
const stored = ({ numeric }: ReferenceField, value: string): string | number => (numeric ? Number(value) : value)

// The server has searched already.
const all = <T,>(options: T[]): T[] => options
const empty = (value: unknown) => value === null || value === undefined || value === ''
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Returns the value once it has not changed for that many milliseconds. */
const useDebounced = <T,>(value: T, delay: number): T => {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return rested
}

/** A record of another resource. */
const reference: FieldView<ReferenceField> = {
  rowWidth: 200,
  Input: ReferenceBox,
  Filter: ({ field, match }) => <ReferenceBox field={field} source={field.name} multiple={match === 'in'} query />,
  text: referenceText,
}

/** Several records of another resource. */
const referenceList: FieldView<ReferenceField> = {
  rowWidth: 240,
  Input: (props) => <ReferenceBox {...props} multiple />,
  Filter: ({ field }) => <ReferenceBox field={field} source={field.name} multiple query />,
  text: referenceText,
  wide: true,
}

/** The views of references. */
export const references = { reference, referenceList }
