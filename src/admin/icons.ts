import type { SvgIconComponent } from '@mui/icons-material'
import AccountBalance from '@mui/icons-material/AccountBalance'
import AccountTree from '@mui/icons-material/AccountTree'
import Assessment from '@mui/icons-material/Assessment'
import BlockOutlined from '@mui/icons-material/BlockOutlined'
import BuildCircle from '@mui/icons-material/BuildCircle'
import Business from '@mui/icons-material/Business'
import CalendarMonth from '@mui/icons-material/CalendarMonth'
import Campaign from '@mui/icons-material/Campaign'
import Category from '@mui/icons-material/Category'
import Celebration from '@mui/icons-material/Celebration'
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import DeleteOutlined from '@mui/icons-material/DeleteOutlined'
import Description from '@mui/icons-material/Description'
import Download from '@mui/icons-material/Download'
import EventNote from '@mui/icons-material/EventNote'
import FactCheck from '@mui/icons-material/FactCheck'
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined'
import Groups from '@mui/icons-material/Groups'
import ListAlt from '@mui/icons-material/ListAlt'
import LockResetOutlined from '@mui/icons-material/LockResetOutlined'
import MailOutlined from '@mui/icons-material/MailOutlined'
import ManageAccounts from '@mui/icons-material/ManageAccounts'
import ManageSearch from '@mui/icons-material/ManageSearch'
import NotificationsActive from '@mui/icons-material/NotificationsActive'
import Paid from '@mui/icons-material/Paid'
import Password from '@mui/icons-material/Password'
import Payments from '@mui/icons-material/Payments'
import Person from '@mui/icons-material/Person'
import PictureAsPdf from '@mui/icons-material/PictureAsPdf'
import PictureAsPdfOutlined from '@mui/icons-material/PictureAsPdfOutlined'
import PlaylistAddCheck from '@mui/icons-material/PlaylistAddCheck'
import PointOfSale from '@mui/icons-material/PointOfSale'
import Print from '@mui/icons-material/Print'
import Receipt from '@mui/icons-material/Receipt'
import ReceiptLong from '@mui/icons-material/ReceiptLong'
import ReportProblem from '@mui/icons-material/ReportProblem'
import RequestQuote from '@mui/icons-material/RequestQuote'
import Search from '@mui/icons-material/Search'
import SmsOutlined from '@mui/icons-material/SmsOutlined'
import Summarize from '@mui/icons-material/Summarize'
import SyncAlt from '@mui/icons-material/SyncAlt'
import Today from '@mui/icons-material/Today'
import TravelExplore from '@mui/icons-material/TravelExplore'
import UploadFile from '@mui/icons-material/UploadFile'
import VerifiedOutlined from '@mui/icons-material/VerifiedOutlined'

/** The Material icons that a schema's menu and actions may name. */
export const icons: Readonly<Record<string, SvgIconComponent>> = {
  AccountBalance,
  AccountTree,
  Assessment,
  BlockOutlined,
  BuildCircle,
  Business,
  CalendarMonth,
  Campaign,
  Category,
  Celebration,
  CheckCircleOutlined,
  DeleteOutlined,
  Description,
  Download,
  EventNote,
  FactCheck,
  FileDownloadOutlined,
  Groups,
  ListAlt,
  LockResetOutlined,
  MailOutlined,
  ManageAccounts,
  ManageSearch,
  NotificationsActive,
  Paid,
  Password,
  Payments,
  Person,
  PictureAsPdf,
  PictureAsPdfOutlined,
  PlaylistAddCheck,
  PointOfSale,
  Print,
  Receipt,
  ReceiptLong,
  ReportProblem,
  RequestQuote,
  Search,
  SmsOutlined,
  Summarize,
  SyncAlt,
  Today,
  TravelExplore,
  UploadFile,
  VerifiedOutlined,
}

/** The icon of that name; a sheet of paper for one that is not listed. */
export const iconOf = (name: string | undefined): SvgIconComponent => (name !== undefined ? icons[name] : undefined) ?? Description
