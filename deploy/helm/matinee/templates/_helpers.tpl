{{- define "matinee.name" -}}
{{- if contains "matinee" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-matinee" .Release.Name | trunc 50 | trimSuffix "-" }}{{ end -}}
{{- end }}

{{- define "matinee.selector" -}}
app.kubernetes.io/name: matinee
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "matinee.labels" -}}
{{ include "matinee.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "matinee.image" -}}
{{- $repository := required "image.repository is missing: push the image to a registry of yours and name it" .Values.image.repository -}}
{{- if contains "@" $repository }}{{ $repository }}{{ else }}{{ $repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ end -}}
{{- end }}

{{/* What contradicts itself is refused here, a line each, before anything reaches the cluster. */}}
{{- define "matinee.check" -}}
{{- $keys := .Values.secret.keys -}}
{{- $many := or (gt (int .Values.replicas) 1) .Values.autoscaling.enabled -}}
{{- if and .Values.embedded.enabled $many }}{{ fail "embedded.enabled: its database is of one replica alone; set replicas: 1 and autoscaling.enabled: false" }}{{ end -}}
{{- if and .Values.embedded.enabled (get $keys "database.url") }}{{ fail "embedded.enabled: secret.keys names database.url too; give it as null" }}{{ end -}}
{{- if and (not .Values.embedded.enabled) (not (get $keys "database.url")) }}{{ fail "secret.keys: database.url is missing; name it, or set embedded.enabled" }}{{ end -}}
{{- if and $many (not (get $keys "redis.url")) }}{{ fail "secret.keys: redis.url is missing, which several replicas share" }}{{ end -}}
{{- if and .Values.autoscaling.enabled (gt (int .Values.autoscaling.minReplicas) (int .Values.autoscaling.maxReplicas)) }}{{ fail "autoscaling: minReplicas is more than maxReplicas" }}{{ end -}}
{{- if not .Values.secret.name }}{{ fail "secret.name is missing: make a Secret with the entries of secret.keys and name it" }}{{ end -}}
{{- end }}

{{/* Variables, which win over the file. Secrets are files, so that no description of a pod shows them. */}}
{{- define "matinee.env" -}}
- name: MATINEE_CONFIG
  value: /etc/matinee/matinee.yaml
{{- range $key, $entry := .Values.secret.keys }}
{{- if $entry }}
- name: MATINEE_{{ $key | upper | replace "." "_" }}_FILE
  value: /run/secrets/matinee/{{ $entry }}
{{- end }}
{{- end }}
{{- with .Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "matinee.mounts" -}}
- name: config
  mountPath: /etc/matinee
  readOnly: true
- name: secrets
  mountPath: /run/secrets/matinee
  readOnly: true
- name: data
  mountPath: /var/lib/matinee
- name: tmp
  mountPath: /tmp
{{- end }}

{{- define "matinee.secretVolumes" -}}
- name: secrets
  secret:
    secretName: {{ .Values.secret.name }}
    # The group of the pod reads them.
    defaultMode: 0440
- name: tmp
  emptyDir:
    sizeLimit: 64Mi
{{- end }}

{{- define "matinee.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "matinee.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}
