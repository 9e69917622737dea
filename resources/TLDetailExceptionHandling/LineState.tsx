import { StatusChip } from '../../src/admin'
import { enumText } from '../../src/domain/enums'

/** The state of a line, or of a part of it. */
interface State {
  readonly WriteOffStatus: string
  readonly ExceptionType: string | null
}

/** Renders the state of a line; for an exception, its type. */
export const LineState = ({ line: { WriteOffStatus, ExceptionType } }: { line: State }) => (
  <StatusChip
    code={WriteOffStatus}
    text={
      WriteOffStatus === 'Exception' && ExceptionType !== null
        ? enumText('ExceptionType', ExceptionType)
        : enumText('WriteOffStatus', WriteOffStatus)
    }
  />
)
