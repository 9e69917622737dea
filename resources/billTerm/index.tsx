import { defineScreens } from '../../src/admin'
import { CopyTermRowButton, useCopyTermItem } from './CopyTerm'
import { LastTermProposal } from './LastTermProposal'
import { PaidShare } from './PaidShare'
import { PreviewFormInputButton, PreviewSlipsButton } from './PreviewSlips'
import { TermProgress } from './TermProgress'

export default defineScreens({
  RowActions: CopyTermRowButton,
  AboveCreateInputs: LastTermProposal,
  FormActions: PreviewFormInputButton,
  ShowActions: PreviewSlipsButton,
  useShowMenuItems: useCopyTermItem,
  ShowSummary: TermProgress,
  Cells: { PaidCount: PaidShare },
})
