/**
 * The stored data about people, by domain in dependency order; at the end, the histories of all domains. Every domain
 * with a table is listed.
 */
import { advertisementData } from '#server/advertisements/personal-data.ts';
import { authData } from '#server/auth/personal-data.ts';
import { bookingData } from '#server/bookings/personal-data.ts';
import { cityData } from '#server/cities/personal-data.ts';
import { ledgerData } from '#server/ledger/personal-data.ts';
import { mailData } from '#server/mails/personal-data.ts';
import { mediaData } from '#server/media/personal-data.ts';
import { notificationData } from '#server/notifications/personal-data.ts';
import { orderData } from '#server/orders/personal-data.ts';
import { paymentData } from '#server/payments/personal-data.ts';
import { payoutData } from '#server/payouts/personal-data.ts';
import { historyData } from './history-data.ts';
import type { PersonalData } from '#server/platform/personal-data.ts';
import { privacyData } from '#server/privacy/personal-data.ts';
import { productData } from '#server/products/personal-data.ts';
import { reconciliationData } from '#server/reconciliation/personal-data.ts';
import { reportData } from '#server/reports/personal-data.ts';
import { searchData } from '#server/search/personal-data.ts';
import { staffData } from '#server/staff/personal-data.ts';
import { userData } from '#server/users/personal-data.ts';

export const personalData: readonly PersonalData[] = [
  userData,
  mailData,
  authData,
  notificationData,
  mediaData,
  cityData,
  productData,
  advertisementData,
  bookingData,
  ledgerData,
  paymentData,
  orderData,
  payoutData,
  reconciliationData,
  reportData,
  searchData,
  privacyData,
  staffData,
  historyData,
];
