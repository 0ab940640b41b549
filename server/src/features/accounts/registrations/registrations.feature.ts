import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { handleAdmin } from '../../../kernel/handler.ts';
import type { Feature } from '../../feature.ts';
import type { Audit } from '../../record/audit/audit.port.ts';
import { personalData } from './personal-data.ts';
import type { Registrations } from './registrations.port.ts';
import { makeRegistrations, type RegistrationParts } from './registrations.service.ts';
import { makeReviewNotices, type ReviewNoticeParts } from './review-notices.ts';
import { makeReviews } from './reviews.service.ts';

interface Parts extends RegistrationParts, ReviewNoticeParts {
  readonly audit: Audit;
}

export function registrationsFeature(parts: Parts): Feature & { registrations: Registrations } {
  const { registrations, createAccount } = makeRegistrations(parts);
  const reviews = makeReviews({ ...parts, createAccount, notices: makeReviewNotices(parts) });
  const { listUserRegistrationReviews, approveUserRegistrationReview, rejectUserRegistrationReview } =
    AdminService.method;
  return {
    name: 'registrations',
    personalData,
    tables: ['registration_reviews'],
    registrations,
    bindings: [
      handleAdmin(listUserRegistrationReviews, (request) => reviews.list(request)),
      handleAdmin(approveUserRegistrationReview, (request, call) => reviews.approve(request, call)),
      handleAdmin(rejectUserRegistrationReview, (request, call) => reviews.reject(request, call)),
    ],
  };
}
