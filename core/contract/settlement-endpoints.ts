/** The endpoints of settlements. */
import * as settlementAbsences from './settlement-absences';
import * as settlementInstalments from './settlement-instalments';
import * as settlementLetters from './settlement-letters';
import * as settlementLinks from './settlement-links';
import * as settlements from './settlements';

export const settlementEndpoints = {
  'settlements.raise': settlements.raiseSettlement,
  'settlements.list': settlements.listSettlements,
  'settlements.room': settlements.settlementRoom,
  'settlements.get': settlements.getSettlement,
  'settlements.update': settlements.updateSettlement,
  'settlements.absences': settlementAbsences.listAbsences,
  'settlements.colleagues': settlementAbsences.listColleagues,
  'settlements.goAway': settlementAbsences.goAway,
  'settlements.endAbsence': settlementAbsences.endAbsence,
  'settlements.decideMany': settlements.decideMany,
  'settlements.clientApproved': settlements.clientApproved,
  'settlements.decideMoney': settlements.decideMoney,
  'settlements.uploadLetter': settlements.uploadLetter,
  'settlements.downloadLetter': settlements.downloadLetter,
  'settlements.letterChoices': settlementLetters.letterChoices,
  'settlements.drawLetter': settlementLetters.drawLetter,
  'settlements.sendLetter': settlementLetters.sendLetter,
  'settlements.letterPage': settlementLetters.letterPage,
  'settlements.checkLetter': settlementLetters.checkLetter,
  'settlements.instalments': settlementInstalments.listInstalments,
  'settlements.instalmentsFile': settlementInstalments.exportInstalments,
  'settlements.offerPage': settlementLinks.offerPage,
  'settlements.answerOffer': settlementLinks.answerOffer,
} as const;
