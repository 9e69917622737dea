import { stateText } from './payments'

interface Props {
  /** The states that there are. */
  readonly states: readonly string[]
  readonly state: string
  readonly choose: (state: string) => void
}

/** Narrows a list to bills in one state. */
export const StateFilter = ({ states, state, choose }: Props) => (
  <label className="state-filter">
    帳單狀態
    <select value={state} onChange={(event) => choose(event.target.value)}>
      <option value="">全部</option>
      {states.map((code) => (
        <option key={code} value={code}>
          {stateText(code)}
        </option>
      ))}
    </select>
  </label>
)
