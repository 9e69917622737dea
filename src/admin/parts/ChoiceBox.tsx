import { MenuItem, TextField } from '@mui/material'
import { type BoxProps, useBox } from './use-box'

interface ChoiceBoxProps extends BoxProps {
  /** Codes and their texts. */
  readonly options: readonly (readonly [value: string, text: string])[]
  /** What no choice means: 全部 in queries, nothing in forms. */
  readonly emptyText?: string
  readonly multiple?: boolean
  /** The value that the chosen codes stand for, where it is another. */
  readonly read?: (chosen: string | string[]) => unknown
}

/** A choice of a few, one or several. */
export const ChoiceBox = ({ options, emptyText = '請選擇', multiple = false, read = asChosen, ...props }: ChoiceBoxProps) => {
  const { value, change, blur, look, said } = useBox(props)
  const textOf = (code: unknown) => options.find(([one]) => one === String(code))?.[1] ?? String(code)
  const chosen = multiple ? [value ?? []].flat() : (value ?? '')
  return (
    <TextField
      {...look}
      select
      value={chosen}
      onChange={(event) => change(event.target.value === '' ? null : read(event.target.value as string | string[]))}
      onBlur={blur}
      slotProps={{
        inputLabel: { shrink: true },
        select: {
          ...(said['aria-labelledby'] ? { labelId: said['aria-labelledby'] } : {}),
          multiple,
          displayEmpty: true,
          renderValue: (selected) =>
            [selected]
              .flat()
              .filter((one) => one !== '')
              .map(textOf)
              .join('、') || <Quiet text={emptyText} />,
        },
      }}
    >
      {!multiple && (
        <MenuItem value="">
          <Quiet text={emptyText} />
        </MenuItem>
      )}
      {options.map(([code, text]) => (
        <MenuItem key={code} value={code}>
          {text}
        </MenuItem>
      ))}
    </TextField>
  )
}

const asChosen = (chosen: string | string[]) => chosen

const Quiet = ({ text }: { text: string }) => <span style={{ color: 'var(--quiet)' }}>{text}</span>
