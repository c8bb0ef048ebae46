{{- define "cartouche.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 52 | trimSuffix "-" }}
{{- end }}

{{- define "cartouche.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 52 | trimSuffix "-" }}
{{- else if contains (include "cartouche.name" .) .Release.Name }}
{{- .Release.Name | trunc 52 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name (include "cartouche.name" .) | trunc 52 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{- define "cartouche.selector" -}}
app.kubernetes.io/name: {{ include "cartouche.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "cartouche.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{ include "cartouche.selector" . }}
{{- end }}

{{/* A value as a server reads it: whole numbers without an exponent. */}}
{{- define "cartouche.text" -}}
{{- if kindIs "float64" . }}{{ printf "%.0f" . }}{{ else }}{{ toString . }}{{ end }}
{{- end }}

{{- define "cartouche.secretName" -}}
{{- default (include "cartouche.fullname" .) .Values.existingSecret }}
{{- end }}

{{- define "cartouche.claimName" -}}
{{- default (printf "%s-files" (include "cartouche.fullname" .)) .Values.files.existingClaim }}
{{- end }}

{{- define "cartouche.serviceAccountName" -}}
{{- if .Values.serviceAccount.create }}
{{- default (include "cartouche.fullname" .) .Values.serviceAccount.name }}
{{- else }}
{{- default "default" .Values.serviceAccount.name }}
{{- end }}
{{- end }}

{{/* "true" where one pod at a time has the files. */}}
{{- define "cartouche.isAlone" -}}
{{- if and (not .Values.files.bucket) (not (has "ReadWriteMany" .Values.files.accessModes)) }}true{{ end }}
{{- end }}

{{/* What the schema cannot say. */}}
{{- define "cartouche.check" -}}
{{- if not .Values.existingSecret }}
{{- range $name := list "DATABASE_URL" "CARTOUCHE_ADMIN_PASSWORD" }}
{{- if not (get $.Values.secretSettings $name) }}
{{- fail (printf "%s is not set: give it in secretSettings, or name a Secret that has it in existingSecret." $name) }}
{{- end }}
{{- end }}
{{- end }}
{{- range $name, $_ := .Values.secretSettings }}
{{- if hasKey $.Values.settings $name }}
{{- fail (printf "%s is in settings and in secretSettings: give it once." $name) }}
{{- end }}
{{- end }}
{{- if include "cartouche.isAlone" . }}
{{- if or (gt (int .Values.web.replicas) 1) (gt (int .Values.worker.replicas) 0) .Values.web.autoscaling.enabled }}
{{- fail "Several servers need the same files: give files.bucket, or a volume with ReadWriteMany in files.accessModes. With ReadWriteOnce there is one server: web.replicas=1, worker.replicas=0." }}
{{- end }}
{{- end }}
{{- if and .Values.ingress.enabled (not .Values.settings.CARTOUCHE_PROXIES) }}
{{- fail "settings.CARTOUCHE_PROXIES is not set: give the network of the ingress's pods, so that limits count clients and not the ingress." }}
{{- end }}
{{- if and .Values.decoderSandbox (semverCompare "<1.33.0-0" .Capabilities.KubeVersion.Version) }}
{{- fail "decoderSandbox needs Kubernetes 1.33 or newer." }}
{{- end }}
{{- end }}

{{/* A pod of servers. Values: root, role, component, resources, replicas. */}}
{{- define "cartouche.pod" -}}
{{- $ := .root -}}
metadata:
  annotations:
    checksum/secret: {{ toJson $.Values.secretSettings | sha256sum }}
    {{- with $.Values.podAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  labels:
    {{- include "cartouche.labels" $ | nindent 4 }}
    app.kubernetes.io/component: {{ .component }}
    {{- with $.Values.podLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  serviceAccountName: {{ include "cartouche.serviceAccountName" $ }}
  automountServiceAccountToken: false
  enableServiceLinks: false
  # A server lets downloads end for so long, then its jobs, which take 10 s at most.
  terminationGracePeriodSeconds: {{ add $.Values.drainSeconds 30 }}
  {{- with $.Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- if $.Values.decoderSandbox }}
  hostUsers: false
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 10001
    runAsGroup: 10001
    fsGroup: 10001
    fsGroupChangePolicy: OnRootMismatch
    seccompProfile:
      type: {{ ternary "Unconfined" "RuntimeDefault" $.Values.decoderSandbox }}
    {{- if $.Values.decoderSandbox }}
    appArmorProfile:
      type: Unconfined
    {{- end }}
  containers:
    - name: cartouche
      image: {{ printf "%s:%s" $.Values.image.repository (default $.Chart.AppVersion $.Values.image.tag) | quote }}
      imagePullPolicy: {{ $.Values.image.pullPolicy }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities:
          drop: [ALL]
        {{- if $.Values.decoderSandbox }}
        procMount: Unmasked
        {{- end }}
      ports:
        - name: http
          containerPort: 8080
      envFrom:
        - secretRef:
            name: {{ include "cartouche.secretName" $ }}
      env:
        - name: PORT
          value: '8080'
        - name: HOST
          value: 0.0.0.0
        - name: CARTOUCHE_URL
          value: {{ $.Values.url | quote }}
        - name: CARTOUCHE_ROLE
          value: {{ .role | quote }}
        - name: CARTOUCHE_DEMO
          value: '0'
        - name: CARTOUCHE_DATA
          value: /var/lib/cartouche
        - name: CARTOUCHE_DRAIN_SECONDS
          value: {{ $.Values.drainSeconds | quote }}
        {{- with $.Values.files.bucket }}
        - name: CARTOUCHE_BLOBS
          value: {{ . | quote }}
        {{- end }}
        {{- range $name, $value := $.Values.settings }}
        - name: {{ $name }}
          value: {{ include "cartouche.text" $value | quote }}
        {{- end }}
      startupProbe:
        httpGet: { path: /health, port: http }
        periodSeconds: 5
        failureThreshold: {{ div (add $.Values.startSeconds 4) 5 }}
      livenessProbe:
        httpGet: { path: /health, port: http }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      # A server that stops says so three times before it takes no more.
      readinessProbe:
        httpGet: { path: /ready, port: http }
        periodSeconds: 2
        timeoutSeconds: 2
        failureThreshold: 2
      resources:
        {{- toYaml .resources | nindent 8 }}
      volumeMounts:
        - { name: data, mountPath: /var/lib/cartouche }
        - { name: tmp, mountPath: /tmp }
  volumes:
    - name: tmp
      emptyDir: {}
    - name: data
      {{- if $.Values.files.bucket }}
      emptyDir:
        sizeLimit: {{ $.Values.files.scratchSize }}
      {{- else }}
      persistentVolumeClaim:
        claimName: {{ include "cartouche.claimName" $ }}
      {{- end }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "cartouche.selector" $ | nindent 10 }}
          app.kubernetes.io/component: {{ .component }}
  {{- with $.Values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $.Values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $.Values.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}

{{/* Servers of a role. Values as of cartouche.pod; without replicas an autoscaler says how many. */}}
{{- define "cartouche.deployment" -}}
{{- $ := .root -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "cartouche.fullname" $ }}-{{ .component }}
  labels:
    {{- include "cartouche.labels" $ | nindent 4 }}
    app.kubernetes.io/component: {{ .component }}
spec:
  {{- if not (kindIs "invalid" .replicas) }}
  replicas: {{ .replicas }}
  {{- end }}
  {{- if include "cartouche.isAlone" $ }}
  # The next one waits for the volume.
  strategy:
    type: Recreate
  {{- else }}
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxUnavailable: 0
      maxSurge: 1
  {{- end }}
  # Longer than a start may take.
  progressDeadlineSeconds: {{ add .root.Values.startSeconds 600 }}
  selector:
    matchLabels:
      {{- include "cartouche.selector" $ | nindent 6 }}
      app.kubernetes.io/component: {{ .component }}
  template:
    {{- include "cartouche.pod" . | nindent 4 }}
{{- end }}
